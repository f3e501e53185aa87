import { expect, it } from "vitest";
import { env } from "~/env.server";
import { cookiesOf, signedQuery } from "../visitor/requests";
import { fieldsOf, get, page, post, type Shown, shown } from "./site";

const FROM_GERMAN = { referer: `${env().publicOrigin}/de` };
const GERMAN = { "accept-language": "de-DE,de;q=0.9,en;q=0.5" };

it("a page without a language moves to the browser's, and is not stored", async () => {
  const { status, headers } = await get("/payment/year?country=GB", GERMAN);
  expect([status, headers.get("location")]).toEqual([302, "/de/payment/year?country=GB"]);
  expect([headers.get("cache-control"), headers.get("vary")]).toEqual(["no-store", "Cookie, Accept-Language"]);
});

it.each([
  ["/in/payment?x=1", "/id/payment?x=1"],
  ["/de//payment/year/", "/de/payment/year"],
  ["/de/home", "/de"],
])("%s is wrong for everybody, so it moves for good to %s", async (from, to) => {
  const { status, headers } = await get(from, GERMAN);
  expect([status, headers.get("location")]).toEqual([308, to]);
  expect(headers.get("cache-control")).not.toBe("no-store");
});

it("English that was chosen loses its prefix by a redirect that sets the cookie each time", async () => {
  const { status, headers } = await get("/en/payment", { ...GERMAN, ...FROM_GERMAN });
  expect([status, headers.get("location")]).toEqual([302, "/payment?hl=en&toast=language"]);
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^LANGUAGE=en; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
});

it("whoever reads English by somebody's link goes on in English, and begins in their own by an address that they type", async () => {
  const referer = `${env().publicOrigin}/payment?hl=en`;
  expect((await get("/receipts", { ...GERMAN, referer })).status).toBe(200);
  expect((await get("/receipts", GERMAN)).headers.get("location")).toBe("/de/receipts");
});

it("a language is remembered where it was chosen on a page of ours, and by no link to it", async () => {
  const cookiesAfter = async (path: string, headers: Record<string, string> = {}) =>
    (await get(path, { ...GERMAN, ...headers })).headers.getSetCookie().filter((cookie) => /^LANGUAGE=/.test(cookie));
  expect(await cookiesAfter("/fr/receipts", FROM_GERMAN)).toEqual([expect.stringMatching(/^LANGUAGE=fr;/)]);
  expect(await cookiesAfter("/fr/receipts", { cookie: "LANGUAGE=de" })).toEqual([
    expect.stringMatching(/^LANGUAGE=fr;/),
  ]);
  for (const path of ["/fr/receipts", "/en/receipts", `/fr/payment?${signedQuery()}`])
    expect(await cookiesAfter(path)).toEqual([]);
  expect(await cookiesAfter("/fr/receipts", { referer: "https://search.example/de" })).toEqual([]);
});

it.each([
  ["//evil.test", "/de/evil.test"],
  ["///evil.test/%2e%2e", "/de"],
  ["/\\evil.test", "/de/evil.test"],
  ["/.//evil.test", "/de/evil.test"],
  ["/in//evil.test", "/id/evil.test"],
  ["/en//evil.test", "/evil.test?hl=en"],
])("%s leads to a page of ours, not to a host of that name: %s", async (path, target) => {
  expect((await get(path, GERMAN)).headers.get("location")).toBe(target);
});

it("an app's link loses its secrets at once; its session is kept and chooses the brand", async () => {
  const arriving = await get(`/payment/year?${signedQuery()}&channel=app`, GERMAN);
  expect([arriving.status, arriving.headers.get("location")]).toEqual([302, "/de/payment/year?channel=app&via=app"]);
  expect(arriving.headers.get("cache-control")).toBe("no-store");
  const settled = await page("/de/payment/year?channel=app", { ...GERMAN, cookie: cookiesOf(arriving.headers) });
  expect(brandOn(settled)).toBe("VPN Master");
});

const brandOn = ({ document }: Shown) => document.querySelector(".brand")?.textContent;

it("every language is a plain link to the page one is on, each in its own name", async () => {
  const { document } = await page("/de/pricing?country=GB");
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".languages a")];
  const japanese = links.find(({ lang }) => lang === "ja");
  expect([japanese?.textContent, japanese?.getAttribute("href")]).toEqual(["日本語", "/ja/pricing?country=GB"]);
  const english = links.find(({ lang }) => lang === "en");
  expect(english?.getAttribute("href")).toBe("/en/pricing?country=GB");
});

it("beside the form that pays every language is a button of it, which leaves out nothing that was entered", async () => {
  const german = await page("/de/payment/year?o=x");
  const japanese = german.document.querySelector('.languages [lang="ja"]');
  const pressed = japanese?.getAttribute("name");
  const form = german.document.querySelector("form.pay")?.id;
  expect([pressed, japanese?.getAttribute("form")]).toEqual(["intent=change-language&to=ja", form]);
  const entered = { email: "anna@", provider: "ps", coupon: "WELCOME", country: "GB", [pressed ?? ""]: "" };
  const sentOn = await post("/de/payment/year?o=x", fieldsOf(german, entered), { cookie: "LANGUAGE=de" });
  expect([sentOn.status, sentOn.headers.get("location")]).toEqual([307, "/ja/payment/year?o=x"]);
  const after = await shown(post("/ja/payment/year", fieldsOf(german, entered), { cookie: "LANGUAGE=de" }));
  expect([after.answer.status, after.document.documentElement.lang]).toEqual([200, "ja"]);
  expect(Object.fromEntries(fieldsOf(after))).toMatchObject({ email: "anna@", provider: "ps", country: "GB" });
  expect(after.html).toContain("WELCOME");
  expect(after.answer.headers.get("set-cookie")).toContain("LANGUAGE=ja");
});
