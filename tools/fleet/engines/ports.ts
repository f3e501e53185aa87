import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below those that systems give to outgoing connections: nobody takes the port of a copy that is just being restarted. */
const FIRST = 6_500;
const LAST = 32_000;

/** So many are looked at, at most. */
const MOST_LOOKS = 1_000;

/**
 * So many ports of loopback that are free, one after the other from a random one: another run on the same machine would take the lowest ones,
 * too, while a copy that has them is being restarted.
 */
export async function freePorts(amount: number): Promise<number[]> {
  const found: number[] = [];
  const first = randomInt(FIRST, LAST - MOST_LOOKS);
  for (let port = first; found.length < amount; port += 1) {
    if (port > first + MOST_LOOKS) throw new Error("there are not enough free ports");
    if (await isFree(port)) found.push(port);
  }
  return found;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
  if (!isListening) return false;
  server.close();
  await once(server, "close");
  return true;
}
