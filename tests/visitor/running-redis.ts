import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished } from "vitest";
import { isRedisUp } from "~/store/redis.server";
import { needsTool } from "../../tools/image/installed";
import { changeEnv } from "../env/changed-env";
import { freePort } from "../journeys/free-port";

export const needsRedis = needsTool("redis-server");

/** On a busy machine a test waits for the store rather than find it away. */
const PATIENT_MS = 30_000;

/**
 * A store of its own on a free port, which the site shares until the test ends.
 * @param answersWithinMs how long the site waits for an answer, in milliseconds
 */
export async function shareRedis({ answersWithinMs = PATIENT_MS } = {}): Promise<ChildProcess> {
  const { server, port } = await startRedis();
  await shareAt(port, answersWithinMs);
  return server;
}

/** The same behind a cable that can be cut without a word: what was connected before stays so, and hears nothing any more. */
export async function shareRedisByCable(answersWithinMs: number): Promise<{ cut(): void }> {
  const { port } = await startRedis();
  const connected = new Set<Socket>();
  const cable = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      connected.add(socket);
      socket.on("error", () => {});
    }
  });
  cable.listen(0, "127.0.0.1");
  await once(cable, "listening");
  onTestFinished(() => {
    for (const socket of connected) socket.destroy();
    cable.close();
  });
  const address = cable.address();
  await shareAt(typeof address === "object" && address !== null ? address.port : 0, answersWithinMs);
  return {
    cut: () => {
      for (const socket of connected) socket.unpipe().pause();
    },
  };
}

async function shareAt(port: number, redisMs: number): Promise<void> {
  changeEnv({ redisUrl: `redis://127.0.0.1:${port}`, redisMs });
  await expect.poll(isRedisUp).toBe(true);
}

export async function startRedis(): Promise<{ server: ChildProcess; port: number }> {
  const port = await freePort();
  const server = spawn("redis-server", ["--port", `${port}`, "--bind", "127.0.0.1", "--save", ""], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void server.kill());
  await new Promise<void>((resolve) => {
    server.stdout.on("data", (said) => String(said).includes("Ready to accept connections") && resolve());
  });
  return { server, port };
}
