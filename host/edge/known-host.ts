import type { RequestHandler } from "express";
import { Refusal } from "../answers/refusal";

const lowerCase = (hosts: readonly string[]): ReadonlySet<string> => new Set(hosts.map((host) => host.toLowerCase()));

const ABSOLUTE = /^https?:\/\/([^/?#]+)(.*)$/i;

/**
 * A request target may be a whole address (RFC 9112, 3.2.2). One of ours is served as its path, and its host replaces the Host
 * header; any other stays as it is, so the check of the address refuses it.
 */
export function absoluteForm(allowedHosts: readonly string[]): RequestHandler {
  const allowed = lowerCase(allowedHosts);
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

/** Accepts only the site's own names: with another Host, links, caches and Remix's routing would use a wrong origin. */
export function knownHost(allowedHosts: readonly string[]): RequestHandler {
  const allowed = lowerCase(allowedHosts);
  return (request, _response, next) => {
    // Not the one that was sent, where the request target names another.
    const { host } = request.headers;
    const isOne = valuesOf("host", request.rawHeaders).length === 1;
    const isKnown = isOne && host !== undefined && allowed.has(host.toLowerCase());
    next(isKnown ? undefined : new Refusal(400, "the Host header is missing, repeated or not ours"));
  };
}

/** Every value of a header: Node keeps only the first of a repeated Host. */
function valuesOf(name: string, rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}
