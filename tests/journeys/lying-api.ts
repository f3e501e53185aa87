import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** What is said in place of a field's true value. */
type Lie = (name: string, value: unknown) => unknown;

/** A call with a body. */
export interface SentCall {
  path: string;
  body: Record<string, unknown>;
}

export interface LyingApi {
  base: string;
  lie: Lie;
  /** What it was sent, in the order in which it came. */
  calls: readonly SentCall[];
  close(): Promise<void>;
}

/** Where answers of the API say that a buyer pays. */
const ADDRESS_FIELDS = ["redirect_url", "web_url", "pay_link", "checkout_url"];

/** Puts one address in place of every address of a payment page. */
export const payingAt =
  (address: string): Lie =>
  (name, value) =>
    ADDRESS_FIELDS.includes(name) && typeof value === "string" ? address : value;

const THE_TRUTH: Lie = (_name, value) => value;

/** Answers as the payments API behind it does, but for what it lies about; at first nothing. */
export async function startLyingApi(behind: string): Promise<LyingApi> {
  const calls: SentCall[] = [];
  const server = createServer((request, response) => {
    answer(behind, request, response, { ...api, calls }).catch(() => response.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  const api: LyingApi = {
    base: `http://127.0.0.1:${address.port}`,
    lie: THE_TRUTH,
    calls,
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
  return api;
}

async function answer(
  behind: string,
  request: IncomingMessage,
  response: ServerResponse,
  { lie, calls }: { lie: Lie; calls: SentCall[] },
): Promise<void> {
  const { method = "GET", url = "/", headers } = request;
  const body = method === "GET" ? undefined : await text(request);
  if (body !== undefined) calls.push({ path: url, body: JSON.parse(body) });
  const passed = ["content-type", "idempotency-key", "authorization", "x-app-type"].flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  const told = await fetch(new URL(url, behind), { method, body, headers: Object.fromEntries(passed) });
  const json: unknown = await told.json();
  const said = JSON.stringify(json, (name, value: unknown) => lie(name, value));
  response.writeHead(told.status, { "Content-Type": "application/json" }).end(said);
}
