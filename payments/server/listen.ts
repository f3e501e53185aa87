import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

const GRACE_MS = 1_000;

interface ListeningPlace {
  /** Where to listen: loopback, unless others are to reach it. */
  host: string;
  /** 0: any free one. */
  port: number;
}

/** @throws Error naming the port */
export function listen(server: Server, { port, host }: ListeningPlace): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) => {
      reject(new Error(`The payments API cannot listen on port ${port} of ${host}: ${cause.message}`, { cause }));
    });
    server.listen(port, host, resolve);
  });
}

/** Lets running answers finish; calls that hang are cut off after the grace period. */
export const stopListening = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });

export function originOf(server: Server, host: string): string {
  const address = server.address();
  const port = isAddressInfo(address) ? address.port : 0;
  return `http://${reachable(host)}:${port}`;
}

/** A server that listens on all addresses is reached as localhost. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

const isAddressInfo = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === "object" && address !== null;
