import { expect, it } from "vitest";
import { get, page } from "./site";

const location = async (path: string, headers = {}) => (await get(path, headers)).headers.get("location");

it("a code leads to the checkout it was made from, in its language, at its prices", async () => {
  const answer = await get("/r/year.gb.de.c-WELCOME20");
  expect([answer.status, answer.headers.get("location")]).toEqual([
    302,
    "/de/payment/year?country=GB&coupon=WELCOME20",
  ]);
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

it("who sent the buyer comes along without a cookie", async () => {
  expect(await location("/r/year.gb.de.admitad-click1")).toBe("/de/payment/year?country=GB&admitad_uid=click1");
});

it("the app's plans and brand come along", async () => {
  const answer = await get("/r/year.gb.de.app-101");
  expect(answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^app=101;/));
});

it.each([
  ["de", "/r/year.us.de"],
  ["en", "/r/year.us.en"],
])("in %s the page is there after that one redirect, whatever the browser speaks", async (lang, path) => {
  const french = { "accept-language": "fr" };
  const target = await location(path, french);
  const { answer, document } = await page(target ?? "", french);
  expect([answer.status, document.documentElement.lang]).toEqual([200, lang]);
});

it("a code without a language is read in the visitor's own", async () => {
  expect(await location("/r/year", { "accept-language": "fr" })).toBe("/fr/payment/year");
});

it.each(["year.gb.xx", "<script>", "../../etc", "//evil.example.com", "https://evil.example.com", "y".repeat(2_000)])(
  "%s leads to a 404 that offers the plans",
  async (code) => {
    const target = (await location(`/r/${encodeURIComponent(code)}`)) ?? "";
    expect(target).toMatch(/^\/payment\/[^/?]+$/);
    const { answer, see } = await page(target);
    expect(answer.status).toBe(404);
    expect(see.getByRole("link", { name: /1 year/ }).getAttribute("href")).toBe("/payment/year");
  },
);

it("a plan that is not on sale any more is the checkout's own 404", async () => {
  const { answer } = await page((await location("/r/gone.gb.de")) ?? "");
  expect(answer.status).toBe(404);
});
