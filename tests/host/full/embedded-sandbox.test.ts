import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test, vi } from "vitest";
import { temporaryFolder } from "../../setup/temporary-folder";
import { startProcess } from "../started-process";

const PATIENCE_MS = 60_000;

/** The stand-in for a site, its sandbox's address, and what both have logged. */
async function startPair() {
  const DATA_DIR = temporaryFolder("host");
  const site = startProcess("tests/host/site-with-sandbox.ts", { PORT: "0", DATA_DIR });
  const logged: string[] = [];
  createInterface({ input: site.stderr }).on("line", (line) => logged.push(line));
  const said = createInterface({ input: site.stdout })[Symbol.asyncIterator]();
  const { value: address } = await said.next();
  return { site, said, address, logged };
}

/** The number of the sandbox's process, from the log. */
async function sandboxPid(logged: readonly string[]): Promise<number> {
  const found = () => /"api":"the sandbox","pid":(\d+)/.exec(logged.join("\n"))?.[1];
  await vi.waitFor(() => expect(found()).toBeDefined(), PATIENCE_MS);
  return Number(found());
}

const untilGone = (address: string) => vi.waitFor(() => expect(fetch(address)).rejects.toThrow(), PATIENCE_MS);

test("the sandbox is another process, which ends at once when the site's is killed", async () => {
  const { site, address, logged } = await startPair();
  expect((await fetch(address)).status).toBe(200);
  expect(await sandboxPid(logged)).not.toBe(site.pid);
  site.kill("SIGKILL");
  await untilGone(address);
});

test("a signal for both leaves the sandbox to the site until that has ended, and both end with it", async () => {
  const { site, said, address, logged } = await startPair();
  const pid = await sandboxPid(logged);
  const exit = once(site, "exit");
  process.kill(pid, "SIGTERM");
  process.kill(pid, "SIGINT");
  site.kill("SIGTERM");
  expect((await said.next()).value).toBe("200");
  expect(await exit).toEqual([0, null]);
  await untilGone(address);
});

test("a site whose sandbox ends by itself says so and ends, too", async () => {
  const { site, logged } = await startPair();
  const pid = await sandboxPid(logged);
  const exit = once(site, "exit");
  process.kill(pid, "SIGKILL");
  expect(await exit).toEqual([1, null]);
  await vi.waitFor(
    () => expect(logged.join("\n")).toContain("the payments API of this site has ended by itself"),
    PATIENCE_MS,
  );
});
