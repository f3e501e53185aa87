import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import type { Request, RequestHandler } from "express";
import { headersOf, isOnlyForHosts, REQUEST_ID } from "~/security/host-facts.server";
import type { Site } from "../site";

/**
 * Puts what the app is to know of a request in place of every header that only a proxy or this host may set.
 * Express's "trust proxy" setting, a number of hops, decides which part of X-Forwarded-For is the visitor's address.
 */
export function addHostFacts(site: Site): RequestHandler {
  return (request, response, next) => {
    const facts = { requestId: randomUUID(), visitorIp: addressOf(request), build: site.build?.id };
    for (const name of Object.keys(request.headers)) if (isOnlyForHosts(name)) delete request.headers[name];
    Object.assign(request.headers, headersOf(facts));
    response.setHeader(REQUEST_ID, facts.requestId);
    next();
  };
}

function addressOf(request: Request): string | undefined {
  const candidates = [request.ip, request.socket.remoteAddress].map((ip) => ip?.replace(/^::ffff:/, ""));
  return candidates.find((ip) => ip !== undefined && isIP(ip) !== 0);
}
