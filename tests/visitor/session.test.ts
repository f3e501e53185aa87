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
  ["sign_timestamp", "179500000"],
  ["sign_timestamp", "0x1234abcd"],
  ["token", "x".repeat(513)],
  ["sign", "ab".repeat(31)],
  ["sign", "zz".repeat(32)],
])("a link whose %s is %s cannot be read", (name, value) => {
  expect(linkAt(signedQuery({ [name]: value }))).toEqual({ kind: "unreadable" });
});

it.each(["", "country=GB", "sid=101", "uid=&sign="])("an address with %j has no link", (query) => {
  expect(linkAt(query)).toEqual({ kind: "none" });
});

it.each(["uid", "sid", "sign_timestamp", "sign"])("a link without %s cannot be read", (name) => {
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
