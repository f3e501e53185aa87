import type { RequestHandler } from "express";

const ABSOLUTE = /^https?:\/\/([^/?#]+)(.*)$/i;

/**
 * A request target may be a whole address (RFC 9112, 3.2.2). One of ours is served as its path, and its host replaces the Host
 * header; any other stays as it is, so the check of the address refuses it.
 */
export function absoluteForm(allowedHosts: readonly string[]): RequestHandler {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
  return (request, _response, next) => {
    const [, host = "", rest = ""] = ABSOLUTE.exec(request.originalUrl) ?? [];
    if (allowed.has(host.toLowerCase())) {
      request.url = rest.startsWith("/") ? rest : `/${rest}`;
      request.originalUrl = request.url;
      request.headers.host = host;
    }
    next();
  };
}
