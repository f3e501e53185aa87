import { once } from "node:events";
import { Agent, get } from "node:http";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { stop } from "../../../host/start/stop";
import { runHost } from "../running-host";
import { startProcess } from "../started-process";

function ask(port: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ port, host: "127.0.0.1", agent }, (answer) => void text(answer).then(resolve, reject)).on("error", reject);
  });
}

test.each(["SIGTERM", "SIGINT"] as const)(
  "on %s a page in the making is still sent, then the process ends with 0",
  async (signal) => {
    const child = startProcess("tests/host/slow-site.ts", {});
    const lines = createInterface({ input: child.stdout });
    const said = lines[Symbol.asyncIterator]();
    const { value: port } = await said.next();
    const page = ask(port, new Agent({ keepAlive: true }));
    expect((await said.next()).value).toBe("rendering");
    const exit = once(child, "exit");
    child.kill(signal);
    expect(await page).toBe("finished");
    expect((await said.next()).value).toBe("closed the rest");
    expect(await exit).toEqual([0, null]);
    await expect(ask(port, new Agent())).rejects.toThrow("ECONNREFUSED");
  },
);

test("while it drains it says that it is not ready, takes requests, and keeps no connection open", async () => {
  const host = await runHost({ variables: { DRAIN_MS: "4000" } });
  const stopping = stop(host.site, host.server, async () => {});
  expect((await fetch(`${host.origin}/readyz`)).status).toBe(503);
  const page = await fetch(`${host.origin}/payment`);
  expect([page.status, page.headers.get("connection")]).toEqual([200, "close"]);
  await stopping;
  await expect(fetch(`${host.origin}/payment`)).rejects.toThrow("fetch failed");
});

test("a page that never ends is cut off when the wait is over, and the rest still closes", async () => {
  const host = await runHost({ render: () => new Promise(() => {}) });
  const page = ask(host.port.toString(), new Agent());
  page.catch(() => {});
  await vi.waitFor(() => expect(host.seen).toHaveLength(1), 60_000);
  const closeRest = vi.fn(async () => {});
  await stop(host.site, host.server, closeRest, 20);
  await expect(page).rejects.toThrow("socket hang up");
  expect(closeRest).toHaveBeenCalledOnce();
});
