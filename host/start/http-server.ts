import { createServer, type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { z } from "zod";

const MAX_HEADER_BYTES = 16 * 1024;

/** How long the other side may leave a connection without a sign of life. */
const STALLED_MS = 20_000;

/**
 * An HTTP server that waits neither for slow senders nor for readers that do not read, and answers what never becomes a
 * request. A reader that takes nothing for `stalledMs` to twice that loses its connection; a slow one that goes on does not.
 */
export function openServer(stalledMs = STALLED_MS): Server {
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    // The pipeline answers a missing Host itself, with a page.
    requireHostHeader: false,
    // Even a slow phone sends its headers in one packet; slower senders hold the connection on purpose.
    headersTimeout: 10_000,
    // 16 KB of form takes 30 s at 4 kbit/s.
    requestTimeout: 30_000,
    // How often node looks for those two; it would only do so every half minute.
    connectionsCheckingInterval: 5_000,
    // Load balancers reuse a connection for up to 60 s: the server must not close it earlier.
    keepAliveTimeout: 65_000,
  });
  // Node would leave out all lines behind the 2,000th, X-Forwarded-For of the proxy among them, and say nothing. MAX_HEADER_BYTES is limit enough.
  server.maxHeadersCount = 0;
  server.setTimeout(stalledMs);
  server.on("request", (_request, response) => response.on("timeout", endIfStalled));
  server.on("clientError", (error, socket) => refuseConnection(socket, parserStatusOf(error), stalledMs));
  server.on("connect", (_request, socket) => refuseConnection(socket, 405, stalledMs));
  return server;
}

/** Nothing has moved for a while. Where no bytes wait for their reader, that is a page in the making. */
function endIfStalled(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}

const STATUS_OF_CODE: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

function parserStatusOf(error: Error): number {
  const code = z.object({ code: z.string() }).safeParse(error).data?.code ?? "";
  return STATUS_OF_CODE[code] ?? 400;
}

function refuseConnection(socket: Duplex, status: number, closeMs: number): void {
  // Behind an answer that nobody takes, a refusal would not be taken either.
  if (!socket.writable || socket.writableLength > 0) return void socket.destroy();
  const allow = status === 405 ? "Allow: GET, HEAD, POST\r\n" : "";
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${allow}Content-Length: 0\r\nConnection: close\r\n\r\n`);
  const closing = setTimeout(() => socket.destroy(), closeMs);
  socket.once("close", () => clearTimeout(closing));
}
