import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer } from "node:http";

/** Serves on a free port of this machine. @returns the origin */
export async function listen(application: RequestListener): Promise<string> {
  const server = createServer(application).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return `http://localhost:${address.port}`;
}
