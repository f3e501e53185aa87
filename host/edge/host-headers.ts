import type { RequestHandler } from "express";

/** Headers of the host's own responses (files, refusals); Remix overwrites them with its own. */
export function hostHeaders(publicOrigin: string): RequestHandler {
  const headers: Record<string, string> = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "strict-origin-when-cross-origin",
  };
  if (publicOrigin.startsWith("https:")) headers["Strict-Transport-Security"] = "max-age=63072000; includeSubDomains";
  return (_request, response, next) => {
    response.set(headers);
    next();
  };
}
