import { expect, test } from "vitest";
import { runHost } from "./running-host";

test("the app sees the first 512 characters of a browser's name", async () => {
  const host = await runHost();
  await fetch(`${host.origin}/`, { headers: { "user-agent": `Mozilla/5.0 ${"(".repeat(12_000)}` } });
  expect(host.seen[0]?.headers.get("user-agent")).toBe(`Mozilla/5.0 ${"(".repeat(500)}`);
});

test("a browser's ordinary name stays whole", async () => {
  const host = await runHost();
  const name = "Mozilla/5.0 (Linux; Android 11; wv) AppleWebKit/537.36 Chrome/87.0.4280.101 Mobile Safari/537.36";
  await fetch(`${host.origin}/`, { headers: { "user-agent": name } });
  expect(host.seen[0]?.headers.get("user-agent")).toBe(name);
});
