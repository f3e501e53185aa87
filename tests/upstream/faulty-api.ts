import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTcpServer, type Socket, type Server as TcpServer } from "node:net";
import { env } from "~/env.server";

const started: (Server | TcpServer)[] = [];
const sockets = new Set<Socket>();
const usual = env().apiBaseUrl;

/** A real payments API on this machine for one test: faults of the wire are beyond msw. */
export async function startFaultyApi(respond: RequestListener): Promise<void> {
  env().apiBaseUrl = `http://127.0.0.1:${await listen(createServer(respond))}`;
}

/** Takes connections and never says a word, so that a TLS handshake hangs. */
export async function startSilentTls(): Promise<void> {
  env().apiBaseUrl = `https://127.0.0.1:${await listen(createTcpServer())}`;
}

/** Nobody listens where the API should be. */
export async function pointAtNobody(): Promise<void> {
  const server = createTcpServer();
  env().apiBaseUrl = `http://127.0.0.1:${await listen(server)}`;
  await close(server);
}

export async function stopFaultyApis(): Promise<void> {
  env().apiBaseUrl = usual;
  await Promise.all(started.splice(0).map(close));
}

async function listen(server: Server | TcpServer): Promise<number> {
  started.push(server);
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

async function close(server: Server | TcpServer): Promise<void> {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await new Promise((resolve) => server.close(resolve));
}
