import { expect, test } from "vitest";
import { exchange, request } from "./raw-exchange";
import { runHost } from "./running-host";

const FORGED = [
  "X-Forwarded-For: 203.0.113.9, 198.51.100.7",
  "X-Forwarded-Host: evil.example",
  "X-Forwarded-Proto: https",
  "Forwarded: for=203.0.113.9",
  "X-Real-IP: 203.0.113.9",
  "X-Visitor-IP: 203.0.113.9",
  "X-Edge-Problem: 500",
  "X-Request-Id: forged",
  "X-Edge-Build: forged",
];

test("nothing that only a proxy or the host may say reaches the app from outside", async () => {
  const host = await runHost();
  await exchange(host.port, request("GET / HTTP/1.1", host.name, FORGED));
  const names = [...(host.seen[0]?.headers.keys() ?? [])].filter((name) => /^(x-|forwarded)/.test(name));
  expect(names.sort()).toEqual(["x-edge-build", "x-request-id", "x-visitor-ip"]);
  expect(host.seen[0]?.headers.get("x-visitor-ip")).toBe("127.0.0.1");
  expect(host.seen[0]?.headers.get("x-request-id")).not.toBe("forged");
  expect(host.seen[0]?.headers.get("x-edge-build")).not.toBe("forged");
});

test.each([
  { hops: 1, forwarded: "203.0.113.9, 198.51.100.7", address: "198.51.100.7" },
  { hops: 2, forwarded: "203.0.113.9, 198.51.100.7", address: "203.0.113.9" },
  { hops: 2, forwarded: "6.6.6.6, 2001:db8::1, 198.51.100.7", address: "2001:db8::1" },
  { hops: 1, forwarded: "::ffff:198.51.100.7", address: "198.51.100.7" },
  { hops: 1, forwarded: "unknown", address: "127.0.0.1" },
  { hops: 1, forwarded: "198.51.100.7\tx", address: "127.0.0.1" },
])("behind $hops proxies, $forwarded means $address", async ({ hops, forwarded, address }) => {
  const host = await runHost({ variables: { TRUST_PROXY_HOPS: hops.toString() } });
  await exchange(host.port, request("GET / HTTP/1.1", host.name, [`X-Forwarded-For: ${forwarded}`]));
  expect(host.seen[0]?.headers.get("x-visitor-ip")).toBe(address);
});

test("the reference in the answer is the one the app was given", async () => {
  const host = await runHost();
  const answer = await exchange(host.port, request("GET / HTTP/1.1", host.name));
  expect(answer.headers.get("x-request-id")).toBe(host.seen[0]?.headers.get("x-request-id"));
});
