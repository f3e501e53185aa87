import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { AppleStandIn } from "./apple-stand-in";
import { GoogleStandIn } from "./google-stand-in";
import { appleSettings, googleSettings } from "./keys";
import { inMood, type Mood, NoAnswer } from "./stand-in";

/** Both stores on loopback, by HTTP, until the test ends. */
export async function storesOnLoopback(now: () => number) {
  const stores = { apple: new AppleStandIn(now), google: new GoogleStandIn(now) };
  /** The moods in which the next calls are met; then the stores answer. */
  const moods: Mood[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const request = await requestOf(incoming);
    const store = new URL(request.url).pathname.startsWith("/google/") ? stores.google : stores.apple;
    await inMood(moods.shift() ?? "answers", () => store.handle(request)).then(
      (answer) => send(outgoing, answer),
      (error: unknown) => {
        if (!(error instanceof NoAnswer)) throw error;
        incoming.socket.destroy();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const origin = `http://127.0.0.1:${port}`;
  return { ...stores, moods, settings: { apple: await appleSettings(origin), google: await googleSettings(origin) } };
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(Buffer.from(part));
  const { method = "GET", url = "/", headers } = incoming;
  const told = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const body = parts.length > 0 ? { body: Buffer.concat(parts) } : {};
  return new Request(`http://${headers.host}${url}`, { method, headers: told, ...body });
}

async function send(outgoing: ServerResponse, answer: Response): Promise<void> {
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
  outgoing.end(Buffer.from(await answer.arrayBuffer()));
}
