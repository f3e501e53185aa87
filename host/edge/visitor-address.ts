import { isIP } from "node:net";
import type { Request, RequestHandler } from "express";
import { isOnlyForHosts } from "~/security/host-facts.server";

/** The header with the visitor's IP address, for the app. */
const VISITOR_IP = "x-visitor-ip";
/** The header with the status of a refusal that the app must render. */
export const EDGE_PROBLEM = "x-edge-problem";

/**
 * Removes every header that only a proxy or this host may set, then sets the visitor's address.
 * Express's "trust proxy" setting, a number of hops, decides which entry of X-Forwarded-For is used.
 */
export function visitorAddress(): RequestHandler {
  return (request, _response, next) => {
    const address = addressOf(request);
    for (const name of Object.keys(request.headers)) {
      if (isOnlyForHosts(name)) delete request.headers[name];
    }
    if (address !== undefined) request.headers[VISITOR_IP] = address;
    next();
  };
}

function addressOf(request: Request): string | undefined {
  const candidates = [request.ip, request.socket.remoteAddress].map((ip) => ip?.replace(/^::ffff:/, ""));
  return candidates.find((ip) => ip !== undefined && isIP(ip) !== 0);
}
