import type { RequestHandler } from "express";
import { sendPage } from "../../payments/html/page";
import { MessagePage } from "./document";
import { STYLE_HASH } from "./style";

/** Extra permissions of a page. */
export interface PageRights {
  /** Run the sandbox's own scripts. */
  scripts?: boolean;
  /** May be framed by the site. */
  frame?: boolean;
}

/**
 * Headers of the sandbox's own pages. Browsers also apply form-action to the redirect after a post, so the site that
 * buyers return to is allowed there.
 */
export function pageHeaders(siteOrigin: string, rights: PageRights = {}): RequestHandler {
  const policy = policyOf(siteOrigin, rights);
  return (_request, response, next) => {
    response.set({
      "Content-Security-Policy": policy,
      "Cache-Control": "no-store",
      "Referrer-Policy": "strict-origin-when-cross-origin",
      "X-Content-Type-Options": "nosniff",
    });
    next();
  };
}

const policyOf = (siteOrigin: string, { scripts = false, frame = false }: PageRights): string =>
  [
    "default-src 'none'",
    `style-src '${STYLE_HASH}'`,
    "img-src 'self'",
    ...(scripts ? ["script-src 'self'"] : []),
    `form-action 'self' ${siteOrigin}`,
    "base-uri 'none'",
    `frame-ancestors ${frame ? siteOrigin : "'none'"}`,
  ].join("; ");

/** Refuses a POST that a browser sent for another site's page. Every browser sends one of the two headers. */
export const refuseForeignPosts: RequestHandler = (request, response, next) => {
  const site = request.get("Sec-Fetch-Site");
  const origin = request.get("Origin");
  const isOwn = site ? site === "same-origin" : !origin || origin === `http://${request.get("Host")}`;
  if (request.method === "GET" || request.method === "HEAD" || isOwn) return next();
  sendPage(response, MessagePage({ title: "Not from here", text: "This form was posted by another site." }), 403);
};
