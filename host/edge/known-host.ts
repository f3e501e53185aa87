import type { RequestHandler } from "express";
import { Refusal } from "../answers/refusal";

/** Accepts only the site's own names: with another Host, links, caches and Remix's routing would use a wrong origin. */
export function knownHost(allowedHosts: readonly string[]): RequestHandler {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
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
