import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LocaleCode } from "~/i18n/locales";
import { isLinkResult, type LinkResult } from "~/visitor/arrival/app-link.server";
import { type Arrival, canonicalAddress } from "~/visitor/arrival/arrival.server";
import { SIGNED_LINK_PARAMS } from "~/visitor/session.server";
import { STORE_TOKEN_PARAMS } from "~/visitor/store-token.server";
import { runs } from "../setup/effort";
import { signedQuery } from "./requests";

const ORIGIN = "https://pay.example.com";
const settle = (path: string, preferred: LocaleCode = "en", remembersEnglish = false): Arrival =>
  canonicalAddress(new URL(ORIGIN + path), { preferred, remembersEnglish });

describe("for a visitor who prefers English", () => {
  it.each([
    ["/", "none", "/"],
    ["/payment/year?country=GB", "none", "/payment/year?country=GB"],
    ["/de/payment", "none", "/de/payment"],
    ["//payment///year", "negotiated", "/payment/year"],
    ["/payment/?x=1", "negotiated", "/payment?x=1"],
    ["/de//payment/", "structural", "/de/payment"],
    ["/in/payment?country=GB", "structural", "/id/payment?country=GB"],
    ["/in", "structural", "/id"],
    ["/home", "negotiated", "/"],
    ["/de/home", "structural", "/de"],
    ["/in/home", "structural", "/id"],
    ["/home/home", "none", "/home/home"],
    ["/DE/payment", "structural", "/de/payment"],
    ["/Zh-Hans/payment/year?country=GB", "structural", "/zh-hans/payment/year?country=GB"],
    ["//PT//home", "structural", "/pt"],
    ["/IN/receipts", "structural", "/id/receipts"],
    ["/EN/payment", "negotiated", "/payment?hl=en"],
    ["/DEU/payment", "none", "/DEU/payment"],
  ])("%s: %s, %s", (path, redirect, target) => {
    expect(settle(path)).toMatchObject({ redirect, target });
  });
});

describe("for a visitor who prefers German", () => {
  it.each([
    ["/", "/de"],
    ["/payment/year?country=GB", "/de/payment/year?country=GB"],
    ["/home", "/de"],
    ["//payment//", "/de/payment"],
  ])("%s moves to %s", (path, target) => {
    expect(settle(path, "de")).toMatchObject({ redirect: "negotiated", target, isChoice: false });
  });

  it("a page in another language is that visitor's choice", () => {
    expect(settle("/fr/payment", "de")).toMatchObject({ redirect: "none", lang: "fr", isChoice: true });
  });
});

it("English loses its prefix, and says so where a cookie may not be kept", () => {
  expect(settle("/en/payment", "de")).toMatchObject({ redirect: "negotiated", target: "/payment?hl=en" });
  expect(settle("/en/payment?a=1", "en", true)).toMatchObject({ redirect: "negotiated", target: "/payment?a=1" });
});

it("a second language behind English is the language", () => {
  expect(settle("/en/de/payment")).toMatchObject({ target: "/de/payment", lang: "de" });
  expect(settle("/en/en/in")).toMatchObject({ target: "/id", lang: "id" });
  expect(settle("/EN/Zh-Hant/pricing")).toMatchObject({ target: "/zh-hant/pricing", lang: "zh-hant" });
});

it("what identifies an app's user leaves the address; the rest of the query stays in place", () => {
  const arrival = settle(`/de/payment/year?country=GB&${signedQuery()}&channel=a%20b`);
  expect(arrival).toMatchObject({ redirect: "negotiated", target: "/de/payment/year?country=GB&channel=a+b" });
});

it("what became of the link is told to the page in its stead, whatever the address said before", () => {
  const url = new URL(`${ORIGIN}/de?via=app&link=expired&${signedQuery()}`);
  const settled = (result: LinkResult) =>
    canonicalAddress(url, { preferred: "de", remembersEnglish: false, linkResult: result }).target;
  expect(settled("app")).toBe("/de?via=app");
  expect(settled("unreadable")).toBe("/de?link=unreadable");
  expect(settled("expired")).toBe("/de?link=expired");
});

it.each([
  ["/redirect?to=payment", "/payment"],
  ["/redirect?to=home&utm_source=app&channel=v3", "/?utm_source=app&channel=v3"],
  ["/de/redirect?to=receipts", "/de/receipts"],
  ["//redirect/?to=pricing", "/pricing"],
  ["/redirect?to=account&to=pricing", "/account"],
])("an app's link %s leads to %s at once", (path, target) => {
  expect(settle(path)).toMatchObject({ redirect: "named", target });
});

it.each([
  "/redirect?to=redirect",
  "/redirect?to=//evil.example",
  "/redirect?to=Payment",
  "/redirect?to=",
  "/redirect?to=payment&o=x",
  "/payment?to=home",
])("%s names no page", (path) => {
  expect(settle(path)).toMatchObject({ redirect: "none" });
});

const piece = fc.oneof(
  fc.constantFrom("/", "//", "\\", ".", "..", "%2e%2e", "%2f", "%5c", "%00", "%0d%0a", "%E0%A4%A", "@", ":", ";", "%"),
  fc.constantFrom(
    "en",
    "de",
    "in",
    "id",
    "zh-hant",
    "home",
    "payment",
    "redirect",
    "to=home",
    "to=payment",
    "to=//evil.example",
    "o=x",
    "evil.example",
    "javascript:",
    "https:",
    "EN",
    "De",
    "IN",
    "ZH-Hant",
  ),
  fc.constantFrom(
    "?",
    "&",
    "#",
    "=",
    "hl=en",
    "hl=de",
    "token=x",
    "sign",
    "uid=1&uid=2",
    "Token=x",
    "sid",
    "via=app",
    "link=x",
    "link=unreadable",
    "externalPurchaseToken=x",
    "store=apple",
    "bundleId",
  ),
  fc.string({ maxLength: 3 }),
);
const anyPath = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join("")}`);
const anyResult = fc.constantFrom<LinkResult | undefined>(undefined, "app", "unreadable", "expired");
const anyPreference = fc.constantFrom<LocaleCode>("en", "de", "id", "zh-hant");

/** As a browser asks: "//evil" is a path of our origin here, because the host puts the origin in front. */
const asUrl = (path: string) => (URL.canParse(ORIGIN + path) ? new URL(ORIGIN + path) : undefined);

it("any address settles in at most one step, with or without cookies, on our own origin, and keeps no secret", () => {
  fc.assert(
    fc.property(anyPath, anyPreference, fc.boolean(), anyResult, (path, preferred, keepsCookies, result) => {
      const url = asUrl(path);
      if (url === undefined) return;
      const { target, lang, isChoice, redirect } = canonicalAddress(url, {
        preferred,
        remembersEnglish: false,
        linkResult: result,
      });
      expect(target).toMatch(/^\/(?![/\\])/);
      const settled = new URL(target, ORIGIN);
      expect(settled.origin).toBe(ORIGIN);
      expect(SIGNED_LINK_PARAMS.filter((name) => settled.searchParams.has(name))).toEqual([]);
      const ofStores = STORE_TOKEN_PARAMS.filter((name) => settled.searchParams.has(name));
      expect(ofStores.filter((name) => !isLinkResult(name, settled.searchParams.get(name)))).toEqual([]);
      if (redirect === "none") return;
      const isEnglish = settled.searchParams.get("hl") === "en" || (keepsCookies && isChoice && lang === "en");
      const again = canonicalAddress(settled, {
        preferred: isEnglish ? "en" : preferred,
        remembersEnglish: isEnglish && keepsCookies,
      });
      expect(again).toMatchObject({ redirect: "none", target });
    }),
    { numRuns: runs(10_000) },
  );
});
