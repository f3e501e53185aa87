import { expect, test } from "vitest";
import { exchange, request } from "./raw-exchange";
import { runHost } from "./running-host";

test("probes are answered under any host, uncached", async () => {
  const host = await runHost();
  const alive = await exchange(host.port, request("GET /livez HTTP/1.1", "10.0.0.7:3000"));
  const ready = await exchange(host.port, request("GET /readyz HTTP/1.1", "10.0.0.7:3000"));
  expect([alive.status, ready.status]).toEqual([200, 200]);
  expect(ready.headers.get("cache-control")).toBe("no-store");
});

test("a site whose app is not loaded is alive, not ready", async () => {
  const host = await runHost();
  host.site.render = undefined;
  expect((await fetch(`${host.origin}/livez`)).status).toBe(200);
  expect((await fetch(`${host.origin}/readyz`)).status).toBe(503);
});

test("a stopping site is not ready, and still serves", async () => {
  const host = await runHost();
  host.site.isStopping = true;
  expect(await (await fetch(`${host.origin}/readyz`)).json()).toEqual({ status: "stopping" });
  expect((await fetch(`${host.origin}/payment`)).status).toBe(200);
});
