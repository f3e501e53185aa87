import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";

/** How many bytes an address sends to a browser that takes brotli. @throws where that is no page */
export async function sentBytes(
  address: string | URL,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const request = get(address, { headers: { ...headers, "accept-encoding": "br" } });
  const [answer]: IncomingMessage[] = await once(request, "response");
  if (answer?.statusCode !== 200) throw new Error(`${address} answered with ${answer?.statusCode}`);
  return (await buffer(answer)).length;
}
