import { expect, it } from "vitest";
import { exchange, request } from "../host/raw-exchange";
import { runningSandbox } from "./running-sandbox";

const PATHS = ["/control", "/control/mailbox.json", "/api/common/params", "/openapi.json", "/scripts/paddle.js"];

async function statusAs(base: string, host: string, path = "/control"): Promise<number> {
  return (await exchange(Number(new URL(base).port), request(`GET ${path} HTTP/1.1`, host))).status;
}

it("a name that was made to lead here is answered with nothing, whatever it asks for", async () => {
  const { base } = await runningSandbox();
  const { port } = new URL(base);
  for (const path of PATHS) {
    const answer = await exchange(Number(port), request(`GET ${path} HTTP/1.1`, `evil.example:${port}`));
    expect([path, answer.status, answer.body]).toEqual([path, 421, ""]);
  }
  const lines = ["Content-Type: application/json"];
  const link = request("POST /control/app-links HTTP/1.1", `evil.example:${port}`, lines, '{"user":100001}');
  expect((await exchange(Number(port), link)).status).toBe(421);
});

it.each(["localhost", "127.0.0.1", "[::1]", "LOCALHOST"])(
  "%s with the sandbox's port is itself, with another not",
  async (name) => {
    const { base } = await runningSandbox();
    expect(await statusAs(base, `${name}:${new URL(base).port}`)).toBe(200);
    expect(await statusAs(base, name)).toBe(421);
    expect(await statusAs(base, `${name}:1`)).toBe(421);
  },
);

it("hosts that were named are answered", async () => {
  const { base } = await runningSandbox({ hosts: ["Pay.lan:8080"] });
  expect(await statusAs(base, "pay.lan:8080")).toBe(200);
  expect(await statusAs(base, "pay.lan")).toBe(421);
  expect(await statusAs(base, "")).toBe(421);
});
