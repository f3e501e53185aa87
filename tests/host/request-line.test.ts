import { expect, test } from "vitest";
import { exchange, request } from "./raw-exchange";
import { runHost } from "./running-host";

test.each(["TRACE", "PUT", "DELETE", "OPTIONS", "PATCH", "PROPFIND"])("%s is not allowed", async (method) => {
  const host = await runHost();
  const answer = await exchange(host.port, request(`${method} / HTTP/1.1`, host.name));
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe("GET, HEAD, POST");
});

test("CONNECT is not allowed", async () => {
  const host = await runHost();
  const answer = await exchange(host.port, request("CONNECT evil.example:443 HTTP/1.1", host.name));
  expect(answer.status).toBe(405);
});

test.each([
  "/%",
  "/%zz",
  "/payment/%ff",
  "/%c0%af",
  "/a%00b",
  "/%5c:",
  "/%5c",
  "/\\x",
  "/%09/:",
  "/%c2%85",
  "/%e2%80%a8",
  "/x%0d%0aSet-Cookie:a=b",
])("the address %j is malformed", async (address) => {
  const host = await runHost();
  const answer = await exchange(host.port, Buffer.from(request(`GET ${address} HTTP/1.1`, host.name), "latin1"));
  expect(answer.status).toBe(400);
  expect(answer.body).toContain("/404 400");
  expect(answer.headers.get("set-cookie")).toBeNull();
});

test("an address in bytes that are no ASCII is not even read", async () => {
  const host = await runHost();
  const answer = await exchange(host.port, Buffer.from(request("GET /caf\xe9 HTTP/1.1", host.name), "latin1"));
  expect([answer.status, host.seen]).toEqual([400, []]);
});

test.each(["/caf%C3%A9", "/payment/a%20b", "/%2f:", "/:", "/a:b", "/%25%35c", "/x?y=%5c%09"])(
  "the address %j is served",
  async (address) => {
    const host = await runHost();
    expect((await exchange(host.port, request(`GET ${address} HTTP/1.1`, host.name))).status).toBe(200);
  },
);

test("a half-encoded campaign name does not turn a buyer away", async () => {
  const host = await runHost();
  const answer = await exchange(host.port, request("GET /?utm_campaign=100%&utm_term=caf%E9 HTTP/1.1", host.name));
  expect(answer.status).toBe(200);
});

test("encoded line breaks in a query stay inside the address", async () => {
  const host = await runHost();
  const answer = await exchange(host.port, request("GET /?x=%0d%0aSet-Cookie:a=b HTTP/1.1", host.name));
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(host.seen[0]?.url).toContain("%0d%0aSet-Cookie");
});

test("an address of 4096 characters is served, a longer one is not", async () => {
  const host = await runHost();
  const longest = `/?${"a".repeat(4094)}`;
  const served = await exchange(host.port, request(`GET ${longest} HTTP/1.1`, host.name));
  const refused = await exchange(host.port, request(`GET ${longest}a HTTP/1.1`, host.name));
  expect([served.status, refused.status]).toEqual([200, 414]);
});

test.each(["externalPurchaseToken", "externalTransactionToken"])(
  "an app is not turned away for the length of its store's token in %s",
  async (name) => {
    const host = await runHost();
    const longest = `/?a=b&${name}=`.padEnd(8192, "a");
    const served = await exchange(host.port, request(`GET ${longest} HTTP/1.1`, host.name));
    const refused = await exchange(host.port, request(`GET ${longest}a HTTP/1.1`, host.name));
    expect([served.status, refused.status]).toEqual([200, 414]);
  },
);

test("a cookie longer than any browser keeps is refused, and the page of the refusal does not see it", async () => {
  const host = await runHost();
  const cookie = `Cookie: LANGUAGE=de; x=${"a".repeat(4096)}`;
  const answer = await exchange(host.port, request("GET / HTTP/1.1", host.name, [cookie]));
  expect(answer.status).toBe(431);
  expect(host.seen[0]?.headers.get("cookie")).toBeNull();
});

/** So many lines, the last of which names the visitor's address. Two more are of every request: Host and Connection. */
const lines = (count: number) => [...Array.from({ length: count - 3 }, () => "a:"), "X-Forwarded-For: 198.51.100.7"];

test("100 header lines are served, more are refused: no browser sends so many", async () => {
  const host = await runHost({ variables: { TRUST_PROXY_HOPS: "1" } });
  const answers = [];
  for (const count of [100, 101, 2_500]) {
    answers.push((await exchange(host.port, request("GET / HTTP/1.1", host.name, lines(count)))).status);
  }
  expect(answers).toEqual([200, 431, 431]);
  expect(host.seen.map(({ headers }) => headers.get("x-visitor-ip"))).toEqual(Array(3).fill("198.51.100.7"));
});

test("headers over 16 KB never become a request", async () => {
  const host = await runHost();
  const answer = await exchange(host.port, request("GET / HTTP/1.1", host.name, [`X-Long: ${"a".repeat(17_000)}`]));
  expect(answer.status).toBe(431);
  expect(host.seen).toEqual([]);
});

test("what is not HTTP is answered with 400", async () => {
  const host = await runHost();
  const answer = await exchange(host.port, "\x16\x03\x01 hello\r\n\r\n");
  expect(answer.status).toBe(400);
});

test("a body whose length is told in two ways is refused", async () => {
  const host = await runHost();
  const smuggled = request("POST / HTTP/1.1", host.name, ["Transfer-Encoding: chunked", "Content-Length: 3"]);
  const answer = await exchange(host.port, `${smuggled}0\r\n\r\n`);
  expect(answer.status).toBe(400);
});
