import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished } from "vitest";
import { sharedStore } from "~/shared-store.server";
import { changeEnv } from "../env/changed-env";

/** Tests that need Redis run only where it is installed. */
export const hasRedis = spawnSync("redis-server", ["--version"]).error === undefined;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** A store of its own on a free port, which the site shares until the test ends. */
export async function shareRedis(): Promise<ChildProcess> {
  const port = await freePort();
  const server = spawn("redis-server", ["--port", `${port}`, "--bind", "127.0.0.1", "--save", ""], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void server.kill());
  await new Promise<void>((resolve) => {
    server.stdout.on("data", (said) => String(said).includes("Ready to accept connections") && resolve());
  });
  changeEnv({ redisUrl: `redis://127.0.0.1:${port}` });
  await expect.poll(() => sharedStore()?.isReady, { timeout: 5_000 }).toBe(true);
  return server;
}
