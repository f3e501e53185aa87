import { Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import type { HostileRequest } from "./requests";

export interface HostileAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

const agent = new Agent({ keepAlive: true });

/**
 * Sends a request as it is: no address is tidied, no redirect followed. Undefined: the connection was ended without an
 * answer, as it may be where the headers alone were too long.
 */
export function exchange(
  site: string,
  { method, path, headers, body }: Pick<HostileRequest, "method" | "path" | "headers" | "body">,
): Promise<HostileAnswer | undefined> {
  const { hostname, port, host } = new URL(site);
  const sent = Buffer.from(body ?? "");
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      agent,
      hostname,
      port,
      method,
      path,
      headers: { host, ...headers, ...(body === undefined ? {} : { "content-length": sent.byteLength }) },
    });
    request.once("error", (error) => (wasEnded(error) ? resolve(undefined) : reject(error)));
    request.once("response", (response) => {
      text(response).then(
        (read) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: read }),
        reject,
      );
    });
    request.end(sent);
  });
}

const wasEnded = (error: Error): boolean => "code" in error && ["ECONNRESET", "EPIPE"].includes(String(error.code));
