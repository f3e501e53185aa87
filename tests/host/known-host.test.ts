import { expect, test } from "vitest";
import { exchange, request } from "./raw-exchange";
import { runHost } from "./running-host";

test.each(["localhost", "127.0.0.1", "LocalHost", "[::1]"])("the site answers as %s", async (name) => {
  const host = await runHost();
  const answer = await exchange(host.port, request("GET /payment HTTP/1.1", `${name}:${host.port}`));
  expect(answer.status).toBe(200);
});

test.each([
  "evil.example",
  "localhost",
  "localhost:1",
  "evil.com/echo?a=",
  "localhost@evil.example",
  "localhost:80:80",
  "",
])("a request for the host %j is refused", async (name) => {
  const host = await runHost();
  const answer = await exchange(host.port, request("GET / HTTP/1.1", name));
  expect(answer.status).toBe(400);
});

test("a request without a host, or with two, is refused", async () => {
  const host = await runHost();
  const none = await exchange(host.port, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
  const old = await exchange(host.port, "GET / HTTP/1.0\r\n\r\n");
  const two = await exchange(host.port, request("GET / HTTP/1.1", host.name, ["Host: evil.example"]));
  expect([none.status, old.status, two.status]).toEqual([400, 400, 400]);
});

test("the app sees the public origin, whatever name the visitor used", async () => {
  const host = await runHost();
  await exchange(
    host.port,
    request("GET //evil.example/x?a=1 HTTP/1.1", host.name, ["X-Forwarded-Host: evil.example:99"]),
  );
  expect(host.seen[0]?.url).toBe(`http://localhost:${host.port}//evil.example/x?a=1`);
  expect(host.seen[0]?.headers.get("host")).toBe(`localhost:${host.port}`);
});

test("only the hosts of ALLOWED_HOSTS count where they are given", async () => {
  const host = await runHost({ variables: { ALLOWED_HOSTS: "pay.example.com" } });
  const [own, loopback] = await Promise.all([
    exchange(host.port, request("GET / HTTP/1.1", "pay.example.com")),
    exchange(host.port, request("GET / HTTP/1.1", host.name)),
  ]);
  expect([own.status, loopback.status]).toEqual([200, 400]);
});
