import { once } from "node:events";
import { Agent, get } from "node:http";
import { createInterface } from "node:readline";
import { json } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { freePort } from "../../journeys/free-port";
import { startProcess } from "../started-process";

const PATIENCE_MS = 60_000;
const answer = z.object({ pid: z.number(), pages: z.number() });

async function startWorkers() {
  const port = await freePort();
  const primary = startProcess("tests/host/site-with-workers.ts", { PORT: port.toString() });
  const logged: string[] = [];
  createInterface({ input: primary.stderr }).on("line", (line) => logged.push(line));
  const printed: string[] = [];
  const stdout = createInterface({ input: primary.stdout }).on("line", (line) => printed.push(line));
  const lines = stdout[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe("ready");
  /** On a connection of its own, so that it may come to any worker. */
  const ask = (path = "/") =>
    new Promise<z.output<typeof answer>>((resolve, reject) => {
      const options = { host: "127.0.0.1", port, path, agent: new Agent() };
      get(options, (found) => void json(found).then(answer.parse).then(resolve, reject)).on("error", reject);
    });
  return { primary, logged, printed, ask };
}

test("two workers answer in turn, and count together", async () => {
  const { ask } = await startWorkers();
  const answers = [await ask(), await ask(), await ask(), await ask()];
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(2);
  expect(answers.map(({ pages }) => pages)).toEqual([1, 2, 3, 4]);
});

test("a worker that dies is replaced and counted, and the other one answers meanwhile", async () => {
  const { primary, ask, logged, printed } = await startWorkers();
  const { pid: dead } = await ask();
  const { pid: left } = await ask();
  process.kill(dead, "SIGKILL");
  await vi.waitFor(() => expect(logged.join("\n")).toContain("a worker has ended by itself"), PATIENCE_MS);
  expect((await ask()).pid).toBe(left);
  await vi.waitFor(async () => expect([dead, left]).not.toContain((await ask()).pid), PATIENCE_MS);
  primary.kill("SIGTERM");
  await once(primary, "close");
  expect(printed).toContain("site_workers_ended_total 1");
});

test("on SIGTERM a page in the making is still sent, and the process ends with 0; a worker itself takes no signal", async () => {
  const { primary, ask } = await startWorkers();
  const { pid } = await ask();
  process.kill(pid, "SIGTERM");
  const page = ask("/slow");
  await vi.waitFor(async () => expect((await ask()).pages).toBeGreaterThan(2), PATIENCE_MS);
  const exit = once(primary, "exit");
  primary.kill("SIGTERM");
  expect((await page).pid).toBeGreaterThan(0);
  expect(await exit).toEqual([0, null]);
  await expect(ask()).rejects.toThrow("ECONNREFUSED");
});

test("workers end with the process that started them, even if that is killed", async () => {
  const { primary, ask } = await startWorkers();
  primary.kill("SIGKILL");
  await vi.waitFor(() => expect(ask()).rejects.toThrow("ECONNREFUSED"), PATIENCE_MS);
});
