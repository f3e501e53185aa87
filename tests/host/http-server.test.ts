import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openServer } from "../../host/start/http-server";
import { listen } from "../../host/start/listen";
import { request } from "./raw-exchange";

/** More than any kernel keeps for a reader. */
const BYTES = 32 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

/** A server on a free port, and one connection to it that has asked for something. */
async function asked(answer: RequestListener, { stalledMs, sent }: { stalledMs?: number; sent?: string } = {}) {
  const server = openServer(stalledMs);
  server.on("request", answer);
  const port = await listen(server, "127.0.0.1", 0);
  const connected = new Promise<Socket>((resolve) => server.once("connection", resolve));
  const client = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  client.on("error", () => {});
  onTestFinished(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  client.write(sent ?? request("GET / HTTP/1.1", "localhost"));
  return { client, connected };
}

test("a reader that takes nothing loses its connection", async () => {
  const { client, connected } = await asked((_request, response) => {
    // Counted from here: a busy machine can take longer than that to read the request.
    response.setTimeout(100);
    response.end(Buffer.alloc(BYTES));
  });
  // Both ends of one process can close in one turn, this one first.
  const atClient = new Promise<number>((resolve) => client.once("close", () => resolve(client.bytesRead)));
  await once(await connected, "close");
  client.resume().end();
  expect(await atClient).toBeLessThan(BYTES);
});

test("a slow reader that goes on gets all of it, however long it takes", async () => {
  // Longer than a busy machine may stand still, and shorter than all its rests: 32 of 100 ms.
  const { client } = await asked((_request, response) => response.end(Buffer.alloc(BYTES)), { stalledMs: 2_500 });
  let [received, sinceRest] = [0, 0];
  for await (const chunk of client) {
    received += chunk.length;
    sinceRest += chunk.length;
    if (sinceRest < MEGABYTE) continue;
    sinceRest = 0;
    await setTimeout(100);
  }
  expect(received).toBeGreaterThan(BYTES);
});

test("a page that is still in the making is waited for", async () => {
  const { client } = await asked(async (_request, response) => {
    // Counted from here: a busy machine can take longer than that to read the request.
    response.setTimeout(50);
    await once(response, "timeout");
    response.end("at last");
  });
  const chunks = await client.toArray();
  expect(Buffer.concat(chunks).toString()).toContain("at last");
});

test.each([
  ["that says nothing", ""],
  ["that was refused and does not hang up", "garbage\r\n\r\n"],
  ["that wanted a tunnel and does not hang up", request("CONNECT evil.example:443 HTTP/1.1", "evil.example")],
])("a connection %s is closed", async (_what, sent) => {
  const { connected } = await asked((_request, response) => response.end(), { stalledMs: 50, sent });
  const atServer = await connected;
  if (!atServer.closed) await once(atServer, "close");
  expect(atServer.closed).toBe(true);
});
