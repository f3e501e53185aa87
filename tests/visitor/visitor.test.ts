import { expect, it } from "vitest";
import { DEFAULT_APP_ID } from "~/upstream/contract/signed-link";
import { brandOf } from "~/visitor/brand/brands.server";
import { sessionCookie } from "~/visitor/session.server";
import { visitorOf } from "~/visitor/visitor.server";
import { makeRequest, memberCookie, signedQuery } from "./requests";

it("a visitor whom no app sent belongs to the default app", async () => {
  const visitor = await visitorOf(makeRequest("/"));
  expect(visitor).toMatchObject({ appType: DEFAULT_APP_ID, session: undefined, isLight: false });
  expect(brandOf(visitor.appType).appName).toBe("Vela VPN");
});

it("an app's user belongs to that app", async () => {
  const kept = { user_id: 42, app_type: 101, signed_time: "1795000000", token: "", sign: "ab".repeat(32) };
  const cookie = (await sessionCookie(kept)).split(";")[0] ?? "";
  const visitor = await visitorOf(makeRequest("/", { cookie }));
  expect(visitor.caller.appType).toBe(101);
  expect(brandOf(visitor.appType).appName).toBe("VPN Master");
});

it("the newest link says which app it is, with the very request it comes with", async () => {
  const kept = { user_id: 42, app_type: 101, signed_time: "1795000000", token: "", sign: "ab".repeat(32) };
  const session = (await sessionCookie(kept)).split(";")[0] ?? "";
  const appOf = async (path: string, cookie: string) => (await visitorOf(makeRequest(path, { cookie }))).caller.appType;
  expect(await appOf("/payment?sid=114", "")).toBe(114);
  expect(await appOf("/payment?sid=114", `${session}; app=101`)).toBe(114);
  expect(await appOf("/payment", `${session}; app=114`)).toBe(114);
  expect(await appOf(`/payment?${signedQuery({ sid: "" })}`, "app=114")).toBe(502);
  expect(await appOf("/payment?sid=x", "app=114")).toBe(114);
});

it("an app is known by its brand, not because an address names it", async () => {
  const isKnown = async (path: string) => (await visitorOf(makeRequest(path))).caller.isKnownApp;
  expect(await Promise.all(["/", "/?sid=502", "/?sid=101", "/?sid=999"].map(isKnown))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

it("a link that nobody has looked at yet signs nobody in, and whoever was before is nobody, too", async () => {
  const arriving = await visitorOf(makeRequest(`/payment?${signedQuery()}`, { cookie: "paypal_token=old" }));
  expect([arriving.session, arriving.caller.bearer]).toEqual([undefined, undefined]);
});

it("the request id and the visitor's address are the host's", async () => {
  const { requestId, caller } = await visitorOf(
    makeRequest("/", { "x-request-id": "req-1", "x-visitor-ip": "192.0.2.7" }),
  );
  expect([requestId, caller.requestId, caller.visitorIp]).toEqual(["req-1", "req-1", "192.0.2.7"]);
});

it("a brand nobody knows looks like the default one", () => {
  expect(brandOf(999)).toEqual(brandOf(DEFAULT_APP_ID));
});

it.each([
  ["save-data", "on"],
  ["save-data", "On"],
  ["ect", "2g"],
  ["ect", "slow-2g"],
])("with %s: %s the page goes out without scripts", async (name, value) => {
  expect((await visitorOf(makeRequest("/", { [name]: value }))).isLight).toBe(true);
});

it.each([
  ["save-data", "off"],
  ["ect", "4g"],
])("with %s: %s it does not", async (name, value) => {
  expect((await visitorOf(makeRequest("/", { [name]: value }))).isLight).toBe(false);
});

it("the visitor's token is the one in its cookie", async () => {
  expect((await visitorOf(makeRequest("/", { cookie: await memberCookie() }))).caller.bearer).toBe("t0ken");
  expect((await visitorOf(makeRequest("/", { cookie: "paypal_token=" }))).caller.bearer).toBeUndefined();
  expect((await visitorOf(makeRequest("/"))).caller.bearer).toBeUndefined();
});
