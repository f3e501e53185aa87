import { expect, test } from "vitest";
import { postForm } from "./form-post";
import { exchange, request } from "./raw-exchange";
import { runHost } from "./running-host";

async function statusOfPost(path: string, headers: Record<string, string>, body = "a=1"): Promise<number> {
  return (await postForm(await runHost(), path, body, headers)).status;
}

test.each(["https://evil.example", "null", "http://localhost.evil.example", "http://localhost:1", "garbage"])(
  "a form from %s is refused",
  async (origin) => {
    expect(await statusOfPost("/payment/p1", { origin })).toBe(403);
    expect(await statusOfPost("/payment/p1?_data=routes%2Fpayment", { origin })).toBe(403);
  },
);

test("a form from the public origin is accepted under another name of the site", async () => {
  const host = await runHost();
  const answer = await postForm(host, "/account", "a=1", { origin: host.site.env.publicOrigin });
  expect(answer.status).toBe(200);
  expect(host.seen[0]?.headers.get("origin"), "Remix would compare it with the Host again").toBeNull();
});

test("the browser's word that it was our own page is enough, even with a hidden origin", async () => {
  expect(await statusOfPost("/account", { origin: "null", "sec-fetch-site": "same-origin" })).toBe(200);
});

test.each(["cross-site", "same-site", "none"])("a %s form is refused", async (site) => {
  expect(await statusOfPost("/account", { origin: "", "sec-fetch-site": site })).toBe(403);
});

test("an old WebView that names no origin proves itself by the page's token", async () => {
  const silent = { origin: "" };
  expect(await statusOfPost("/account", silent, "a=1")).toBe(403);
  expect(await statusOfPost("/account", silent, "csrf=t0ken")).toBe(403);
  expect(await statusOfPost("/account", { ...silent, cookie: "csrf=" }, "csrf=")).toBe(403);
  expect(await statusOfPost("/account", { ...silent, cookie: "csrf=other" }, "csrf=t0ken")).toBe(403);
  expect(await statusOfPost("/account", { ...silent, cookie: "csrf=t0ken" }, "csrf=t0ken")).toBe(200);
});

test("a browser that names neither origin nor site says by its Referer where the form is", async () => {
  const host = await runHost();
  const own = host.site.env.publicOrigin;
  const post = async (headers: Record<string, string>) =>
    (await postForm(host, "/preferences", "lite=1", { origin: "", ...headers })).status;
  for (const referer of [`${own}/de/pricing`, `${own}/`]) expect(await post({ referer })).toBe(200);
  for (const referer of ["https://evil.example/", `${own}.evil.example/`, "about:blank", "/pricing", ""])
    expect(await post({ referer })).toBe(403);
  expect(await post({ origin: "https://evil.example", referer: `${own}/` })).toBe(403);
  expect(await post({ "sec-fetch-site": "cross-site", referer: `${own}/` })).toBe(403);
});

test("the token does not help a form that names a foreign origin", async () => {
  expect(await statusOfPost("/account", { origin: "https://evil.example", cookie: "csrf=t" }, "csrf=t")).toBe(403);
});

test("on https only the cookie that nobody else can plant counts, and only the public scheme", async () => {
  const host = await runHost({ variables: { PUBLIC_ORIGIN: "https://pay.example.com", SANDBOX_PUBLIC: "1" } });
  const post = async (headers: Record<string, string>) =>
    (await postForm(host, "/account", "csrf=t0ken", headers)).status;
  expect(await post({ origin: "", cookie: "csrf=t0ken" })).toBe(403);
  expect(await post({ origin: "", cookie: "__Host-csrf=t0ken" })).toBe(200);
  expect(await post({ origin: "http://pay.example.com" })).toBe(403);
});

test.each(["/return/rz", "/de/return/rz"])("a provider may post the buyer back to %s", async (path) => {
  expect(await statusOfPost(path, { origin: "https://provider.example", "sec-fetch-site": "cross-site" })).toBe(200);
});

test.each(["/return", "/xx/return/rz", "/returns/rz", "/payment/return/rz", "/%72eturn/rz"])(
  "%s is not the providers' way back",
  async (path) => {
    expect(await statusOfPost(path, { origin: "https://provider.example" })).toBe(403);
  },
);

test.each(["/return/../account", "/return/%2e%2e/account", "/return/rz/../../account"])(
  "%s is the page it leads to, not the providers' way back",
  async (path) => {
    const host = await runHost();
    const lines = ["Origin: https://provider.example", "Content-Type: application/x-www-form-urlencoded"];
    const sent = request(`POST ${path} HTTP/1.1`, host.name, lines, "intent=logout");
    expect((await exchange(host.port, sent)).status).toBe(403);
    expect(host.seen.map(({ method }) => method)).not.toContain("POST");
  },
);
