import fc from "fast-check";
import { expect, it } from "vitest";
import { seal } from "~/sealing.server";
import { isUntried, linkIn, sessionCookie, sessionOf } from "~/visitor/session.server";
import { runs } from "../setup/effort";
import { makeRequest, signedQuery } from "./requests";

const linkAt = (query: string) => linkIn(new URL(`http://localhost:3000/?${query}`));
const sessionAt = (query: string) => {
  const link = linkAt(query);
  return link.kind === "signed" ? link.session : undefined;
};
const KEPT = { user_id: 42, app_type: 101, signed_time: "1795000000", token: "t0ken", sign: "ab".repeat(32) };

it("an app's link says who its user is; what is signed stays as it came", () => {
  expect(sessionAt(signedQuery())).toEqual(KEPT);
  expect(sessionAt(signedQuery({ token: "" }))?.token).toBe("");
  expect(sessionAt(signedQuery({ sign_timestamp: "1795000000123" }))?.signed_time).toBe("1795000000123");
});

it.each([
  ["uid", "042"],
  ["uid", "-1"],
  ["uid", "9007199254740993"],
  ["uid", "1e3"],
  ["uid", ""],
  ["sid", "1.5"],
  ["sign_timestamp", "9".repeat(65)],
  ["sign_timestamp", "1795\u0000"],
  ["token", "x".repeat(1025)],
  ["token", "ü".repeat(513)],
  ["token", "a\r\nb"],
  ["sign", "a".repeat(1025)],
  ["sign", '"'.repeat(513)],
  ["sign", "\u202eab"],
])("a link whose %s is %s cannot be read", (name, value) => {
  expect(linkAt(signedQuery({ [name]: value }))).toEqual({ kind: "unreadable" });
});

it.each(["", "country=GB", "sid=101", "uid=&sign="])("an address with %j has no link", (query) => {
  expect(linkAt(query)).toEqual({ kind: "none" });
});

it.each([
  ["sign", "AbC+/9==", "AbC+/9=="],
  ["sign", "eyJhbGciOiJSUzI1NiJ9.e30.c2ln-_", "eyJhbGciOiJSUzI1NiJ9.e30.c2ln-_"],
  ["sign", "md5:d41d8cd98f00b204e9800998ecf8427e", "md5:d41d8cd98f00b204e9800998ecf8427e"],
  ["signed_time", "2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"],
  ["signed_time", "179500000", "179500000"],
  ["token", "x".repeat(1024), "x".repeat(1024)],
  ["token", "日本 ~!", "日本 ~!"],
] as const)("whatever another backend signs with stays as it came: %s %s", (field, value, kept) => {
  const name = field === "signed_time" ? "sign_timestamp" : field;
  expect(sessionAt(signedQuery({ [name]: value }))?.[field]).toBe(kept);
});

it("the longest link there can be fits into a cookie, and comes back out of it", async () => {
  const session = sessionAt(
    signedQuery({
      uid: "9007199254740991",
      sign_timestamp: "9".repeat(64),
      token: "x".repeat(1024),
      sign: "y".repeat(1024),
    }),
  );
  const cookie = session && (await sessionCookie({ ...session, isLoggedOut: true }));
  expect(cookie?.length).toBeLessThan(4096);
  expect((await sessionOf(makeRequest("/", { cookie: cookie?.split(";")[0] ?? "" })))?.sign).toBe("y".repeat(1024));
});

it.each(["", "sid="])("a link without the number of an app belongs to app 502: %j", (sid) => {
  const query = new URLSearchParams(signedQuery());
  query.delete("sid");
  expect(sessionAt(`${query}&${sid}`)?.app_type).toBe(502);
});

it.each(["uid", "sign_timestamp", "sign"])("a link without %s cannot be read", (name) => {
  const query = new URLSearchParams(signedQuery());
  query.delete(name);
  expect(linkAt(query.toString())).toEqual({ kind: "unreadable" });
});

it("a kept session comes back as it was", async () => {
  const cookie = (await sessionCookie(KEPT)).split(";")[0] ?? "";
  expect(await sessionOf(makeRequest("/", { cookie }))).toEqual(KEPT);
});

it("a token is tried unless there is none, or its visitor chose to stay logged out", () => {
  expect(isUntried(KEPT)).toBe(true);
  expect([isUntried({ ...KEPT, token: "" }), isUntried({ ...KEPT, isLoggedOut: true })]).toEqual([false, false]);
});

it("a session nobody sealed is none, whatever the cookie holds", async () => {
  const values = fc.oneof(fc.stringMatching(/^[A-Za-z0-9._-]{0,200}$/), fc.base64String());
  await fc.assert(
    fc.asyncProperty(values, async (value) => {
      expect(await sessionOf(makeRequest("/", { cookie: `session=${value}` }))).toBeUndefined();
    }),
    { numRuns: runs(500) },
  );
});

it("a sealed session of another shape, as an older release may have kept, is none", async () => {
  const sealed = await seal("session", { ...KEPT, user_id: "42" });
  expect(await sessionOf(makeRequest("/", { cookie: `session=${sealed}` }))).toBeUndefined();
});
