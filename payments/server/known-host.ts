import type { RequestHandler } from "express";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Answers only under names that are this API's own. Any other is a site whose name was made to lead here (DNS rebinding): its
 * scripts would read the mailbox and sign links.
 * @param more Host headers that are answered, too.
 */
export function knownHost(listensAt: () => string, more: () => readonly string[]): RequestHandler {
  let own = namesAt(listensAt());
  return (request, response, next) => {
    const origin = listensAt();
    if (own.origin !== origin) own = namesAt(origin);
    const host = request.get("Host")?.toLowerCase();
    if (host !== undefined && (own.names.has(host) || more().some((name) => name.toLowerCase() === host)))
      return next();
    response.status(421).end();
  };
}

/** Of the port that it listens at, also where that has changed since. */
function namesAt(origin: string): { origin: string; names: ReadonlySet<string> } {
  const { host, port } = new URL(origin);
  const ofLoopback = LOOPBACK.map((name) => (port === "" ? name : `${name}:${port}`));
  return { origin, names: new Set([host, ...ofLoopback]) };
}
