import { once } from "node:events";
import { connect } from "node:net";
import { expect, test, vi } from "vitest";
import { postForm } from "./form-post";
import { exchange, request } from "./raw-exchange";
import { renderStandIn, runHost } from "./running-host";

const HTML = { "Content-Type": "text/html; charset=utf-8" };

test("a refusal is the app's own page, in the language of the address and with the visitor's cookies", async () => {
  const host = await runHost();
  const answer = await exchange(
    host.port,
    request("PUT /de/payment/p1?token=t HTTP/1.1", host.name, ["Cookie: a=b"], "x"),
  );
  expect(answer.body).toContain("<h1>/de/404 405</h1>");
  const [seen] = host.seen;
  expect(seen?.url).toBe(`http://localhost:${host.port}/de/404`);
  expect(seen?.headers.get("cookie")).toBe("a=b");
  expect(seen?.headers.get("content-length")).toBeNull();
});

test("a refused form keeps its language and its status", async () => {
  const host = await runHost();
  const answer = await postForm(host, "/zh-hant/account", "a=1", { origin: "https://evil.example" });
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain("/zh-hant/404 403");
});

test("an unknown first segment is no language", async () => {
  const host = await runHost();
  const answer = await exchange(host.port, request("PUT /xx/payment HTTP/1.1", host.name));
  expect(answer.body).toContain("<h1>/404 405</h1>");
});

test.each([
  "/events",
  "/page-links/home.json",
  "/locales/de/home.json",
  "/version.json",
  "/builds/4f1d2c3b.json",
  "/assets/gone.js",
])("a refusal of %s is a problem document", async (path) => {
  const host = await runHost();
  const answer = await fetch(host.origin + path, { method: "DELETE" });
  expect(answer.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
  const instance = answer.headers.get("x-request-id");
  expect(await answer.json()).toEqual({ type: "about:blank", title: "Method Not Allowed", status: 405, instance });
  expect(host.seen).toEqual([]);
});

test.each(["/brands/gone.svg", "/locales/xx/home.json", "/gone.json"])(
  "a page saying 404 is no answer to %s: a problem document is",
  async (path) => {
    const host = await runHost({ render: async () => new Response("<h1>404</h1>", { status: 404, headers: HTML }) });
    const answer = await fetch(host.origin + path);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      404,
      "application/problem+json; charset=utf-8",
    ]);
  },
);

test("a hydrated page is told of a refusal in the way its error boundary understands", async () => {
  const host = await runHost();
  const answer = await postForm(host, "/account?_data=routes%2Faccount", "a=1", { origin: "null" });
  expect(answer.headers.get("x-remix-catch")).toBe("yes");
  expect(await answer.json()).toMatchObject({ status: 403 });
});

test("a crash of a page is a translated 500", async () => {
  const host = await runHost({
    render: async (asked) => {
      if (asked.headers.has("x-edge-problem")) return renderStandIn(asked);
      throw new Error("no such thing");
    },
  });
  const answer = await fetch(`${host.origin}/fr/payment`);
  expect(answer.status).toBe(500);
  expect(await answer.text()).toContain("/fr/404 500");
});

test("Remix's bare 500 with its message never reaches a visitor", async () => {
  const host = await runHost({
    render: async (asked) =>
      asked.headers.has("x-edge-problem")
        ? renderStandIn(asked)
        : new Response("Unexpected Server Error\n\nsecret", { status: 500 }),
  });
  expect(await (await fetch(`${host.origin}/payment`)).text()).toContain("/404 500");
});

test.each<[string, () => Promise<Response>]>([
  ["throws", () => Promise.reject(new Error("broken"))],
  ["redirects", async () => new Response(null, { status: 302, headers: { Location: "/de/404" } })],
  ["answers nothing but text", async () => new Response("Unexpected Server Error", { status: 500 })],
])("where even the page of a refusal %s, plain words are left", async (_, render) => {
  const host = await runHost({ render });
  const answer = await exchange(host.port, request("PUT / HTTP/1.1", host.name));
  expect(answer.status).toBe(405);
  expect(answer.body).toContain("405 Method Not Allowed");
});

test("until the app is loaded every page says when to come back", async () => {
  const host = await runHost();
  host.site.render = undefined;
  const answer = await fetch(`${host.origin}/payment`);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
});

test("a visitor who goes away stops the page's loaders, and is no error", async () => {
  const leaving = new AbortController();
  const host = await runHost({
    render: async ({ signal }) => {
      leaving.abort();
      await once(signal, "abort");
      throw signal.reason;
    },
  });
  await expect(fetch(`${host.origin}/payment`, { signal: leaving.signal })).rejects.toThrow("aborted");
  await vi.waitFor(() => expect(host.logged).toHaveLength(1), 60_000);
  expect(JSON.parse(host.logged[0] ?? "")).toMatchObject({ path: "/payment", aborted: true });
});

test("a visitor who goes away in the middle of a form is no error", async () => {
  const host = await runHost();
  const socket = connect(host.port, "127.0.0.1");
  const lines = ["Content-Type: application/x-www-form-urlencoded", "Content-Length: 100"];
  socket.write(request("POST /account HTTP/1.1", host.name, lines), () => socket.resetAndDestroy());
  await vi.waitFor(() => expect(host.logged).toHaveLength(1), 60_000);
  expect(JSON.parse(host.logged[0] ?? "")).toMatchObject({ path: "/account", aborted: true });
  expect(host.seen).toEqual([]);
});

test("a page's id is told to its scripts in a header, other answers' is not", async () => {
  const host = await runHost({ render: async () => new Response("<h1>page</h1>", { headers: HTML }) });
  const answer = await fetch(host.origin);
  expect(answer.headers.get("server-timing")).toBe(`view;desc="${answer.headers.get("x-request-id")}"`);
  expect((await fetch(`${host.origin}/livez`)).headers.has("server-timing")).toBe(false);
});
