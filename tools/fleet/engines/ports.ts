import { once } from "node:events";
import { createServer } from "node:net";

/** Below those that systems give to outgoing connections: nobody takes the port of a copy that is just being restarted. */
const FIRST = 6_500;
const LAST = 32_000;

/** So many ports of loopback that are free, the lowest ones. */
export async function freePorts(amount: number): Promise<number[]> {
  const found: number[] = [];
  for (let port = FIRST; found.length < amount; port += 1) {
    if (port > LAST) throw new Error("there are not enough free ports");
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
