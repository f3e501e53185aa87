import { createServer, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { z } from "zod";

const MAX_HEADER_BYTES = 16 * 1024;

/** An HTTP server that does not wait for slow senders, and answers what never becomes a request. */
export function openServer(): Server {
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    // The pipeline answers a missing Host itself, with a page.
    requireHostHeader: false,
    // Even a slow phone sends its headers in one packet; slower senders hold the connection on purpose.
    headersTimeout: 10_000,
    // 16 KB of form takes 30 s at 4 kbit/s.
    requestTimeout: 30_000,
    // Longer than the 60 s for which load balancers reuse a connection, so that never we are the one to close it under them.
    keepAliveTimeout: 65_000,
  });
  server.on("clientError", (error, socket) => refuseConnection(socket, statusOf(error)));
  server.on("connect", (_request, socket) => refuseConnection(socket, 405));
  return server;
}

const STATUS_OF_CODE: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

function statusOf(error: Error): number {
  const code = z.object({ code: z.string() }).safeParse(error).data?.code ?? "";
  return STATUS_OF_CODE[code] ?? 400;
}

function refuseConnection(socket: Duplex, status: number): void {
  if (!socket.writable) return void socket.destroy();
  const allow = status === 405 ? "Allow: GET, HEAD, POST\r\n" : "";
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${allow}Content-Length: 0\r\nConnection: close\r\n\r\n`);
}
