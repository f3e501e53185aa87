import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type StoreToken, storeToken } from "~/upstream/contract/store-tokens";
import { COUNTRY_CODES } from "~/upstream/contract/values/scalars";
import { twoLetters } from "~/upstream/contract/values/three-letter-countries";
import {
  movedTokenCookie,
  STORE_TOKEN_PARAMS,
  storeTokenCookie,
  storeTokenFrom,
  storeTokenIn,
} from "~/visitor/store-token.server";
import { runs } from "../setup/effort";
import { cookieLine } from "./requests";
import { appleQuery, appleToken, fromApple } from "./store-tokens";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T12:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

const read = (query: string) => storeTokenIn(new URLSearchParams(query));
const sealedIn = (cookie: string) => cookieLine([cookie]).split("=")[1] ?? "";
const HOUR_MS = 3_600_000;

it("what StoreKit appends is read, with what the app says of the way", () => {
  expect(read(appleQuery())).toEqual(fromApple());
});

it("a token of Google's says nothing that could be read, and is taken as it is", () => {
  expect(read("externalTransactionToken=AB-c_d.123&store=google&storefront=us&programme=us_link")).toEqual({
    store: "google",
    token: "AB-c_d.123",
    storefront: "US",
    programme: "us_link",
  });
});

it.each([
  ["", undefined],
  ["store=apple&storefront=DE&link=button", undefined],
  ["externalPurchaseToken=&bundleId=a", undefined],
  ["externalPurchaseToken=x", "apple"],
  ["externalPurchaseToken=x&externalTransactionToken=y", "apple"],
  ["externalPurchaseToken=x&externalTransactionToken=y&store=google", "google"],
  ["externalTransactionToken=y&store=apple", "google"],
])("%s is of the store %s", (query, store) => {
  expect(read(query)?.store).toBe(store);
});

it("base64 of the ordinary alphabet is one, too, even where nobody has encoded its signs", () => {
  const token = Buffer.from(JSON.stringify({ externalPurchaseId: "a", of: "??>>~~" })).toString("base64");
  expect(token).toMatch(/\+.*=$|\/.*=$/);
  expect(read(`externalPurchaseToken=${token}`)).toEqual({ store: "apple", token });
});

it("what the store appends to an address that had one already counts", () => {
  expect(read(`externalPurchaseToken=old&${appleQuery()}`)).toEqual(fromApple());
});

it.each([
  ["not base64", "t%20k%3Fn", "t+k?n"],
  ["base64 of no JSON", "aGVsbG8", "aGVsbG8"],
  ["JSON without the id that is reported", btoa("{}"), btoa("{}")],
  ["of other signs", "%22%C3%A9%0A", "%22%C3%A9%0A"],
  ["cut in the middle of a sign", "%F0%9F", "%EF%BF%BD"],
  ["longer than a cookie takes", "A".repeat(3_000), "A".repeat(2_048)],
])("a token of Apple's that is %s comes with a note", (_, given, token) => {
  expect(read(`externalPurchaseToken=${given}`)).toEqual({ store: "apple", token, note: "unreadable" });
});

it.each(["storefront=XX", "storefront=Germany", "programme=a%20b", "link=%3Cb%3E", `bundleId=${"a".repeat(156)}`])(
  "%s is left out, and the token counts",
  (more) => {
    expect(read(`externalTransactionToken=t&${more}`)).toEqual({ store: "google", token: "t" });
  },
);

it("StoreKit's names of storefronts, of three letters, are those of all countries", () => {
  expect(["DEU", "USA", "JPN", "KOR", "XKX", "ZWE"].map(twoLetters)).toEqual(["DE", "US", "JP", "KR", "XK", "ZW"]);
  expect(twoLetters("XXX")).toBe("XXX");
  expect(COUNTRY_CODES.size).toBe(250);
});

const anyValue = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom("apple", "google", "DE", "eu_dma", appleToken(), '"'.repeat(5_000), "\ud83d".repeat(5_000)),
);
const anyParams = fc.array(fc.tuple(fc.constantFrom(...STORE_TOKEN_PARAMS, "x"), anyValue), { maxLength: 9 });

it("whatever stands in an address, what is taken of it keeps to the contract, and goes into a cookie and out of it", async () => {
  let taken = 0;
  const property = fc.asyncProperty(anyParams, async (params) => {
    const found = read(new URLSearchParams(params).toString());
    if (found === undefined) return;
    taken += 1;
    expect(storeToken.parse(found)).toEqual(found);
    const cookie = await storeTokenCookie(found);
    expect(cookie.length).toBeLessThanOrEqual(4_096);
    expect((await storeTokenFrom(sealedIn(cookie)))?.storeToken).toEqual(found);
  });
  const numRuns = runs(1_000);
  await fc.assert(property, { numRuns });
  expect(taken).toBeGreaterThan(numRuns / 10);
});

it("the longest that there can be has room in a cookie", async () => {
  const longest = {
    store: "google",
    token: "A".repeat(2_048),
    bundle_id: "b".repeat(155),
    note: "unreadable",
  } as const;
  const more = { storefront: "DE", programme: "p".repeat(40), link: "l".repeat(40) } satisfies Partial<StoreToken>;
  expect((await storeTokenCookie({ ...longest, ...more })).length).toBeLessThanOrEqual(3_600);
});

it("a token is good for a day, in another browser no longer than in its own, and scripts do not see it", async () => {
  const cookie = await storeTokenCookie(fromApple());
  expect(cookie).toMatch(/; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/);
  vi.setSystemTime(Date.now() + 23 * HOUR_MS);
  const here = await storeTokenFrom(sealedIn(cookie));
  expect(here?.storeToken).toEqual(fromApple());
  expect(await movedTokenCookie(here?.sealed ?? "")).toMatch(/Max-Age=3600;/);
  vi.setSystemTime(Date.now() + HOUR_MS);
  expect(await storeTokenFrom(sealedIn(cookie))).toBeUndefined();
  expect(await movedTokenCookie(here?.sealed ?? "")).toBeUndefined();
});

it("nobody can make one up", async () => {
  for (const made of ["", "x", appleToken(), "a..b.c.d"]) {
    expect(await storeTokenFrom(made)).toBeUndefined();
    expect(await movedTokenCookie(made)).toBeUndefined();
  }
});
