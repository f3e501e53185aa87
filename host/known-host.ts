import type { RequestHandler } from "express";
import { Refusal } from "./refusal";

/** Accepts only the site's own names: with another Host, links, caches and Remix's routing would use a wrong origin. */
export function knownHost(allowedHosts: readonly string[]): RequestHandler {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
  return (request, _response, next) => {
    const given = valuesOf("host", request.rawHeaders);
    const [host] = given;
    const isKnown = given.length === 1 && host !== undefined && allowed.has(host.toLowerCase());
    next(isKnown ? undefined : new Refusal(400, "the Host header is missing, repeated or not ours"));
  };
}

/** Every value of a header: Node keeps only the first of a repeated Host. */
function valuesOf(name: string, rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}
