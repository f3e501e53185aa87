import type { RequestHandler } from "express";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Answers only under names that are this API's own. Any other is a site whose name was made to lead here (DNS rebinding): its
 * scripts would read the mailbox and sign links.
 * @param more Host headers that are answered, too.
 */
export function knownHost(listensAt: () => string, more: () => readonly string[]): RequestHandler {
  return (request, response, next) => {
    const named = more().map((host) => host.toLowerCase());
    const own = new URL(listensAt());
    const port = own.port === "" ? "" : `:${own.port}`;
    const known = [own.host, ...LOOPBACK.map((name) => name + port), ...named];
    const host = request.get("Host")?.toLowerCase();
    if (host !== undefined && known.includes(host)) return next();
    response.status(421).end();
  };
}
