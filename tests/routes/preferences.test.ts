import { expect, it } from "vitest";
import { fieldsOf, get, page, post } from "./site";

const FOOTER = ".site-footer form";
const scriptsOn = ({ document }: { document: Document }) =>
  document.querySelectorAll("script:not([type='application/ld+json'])").length;

it("the light version is chosen at the foot of any page, and is the same page without scripts", async () => {
  const full = await page("/de/payment/year");
  expect(scriptsOn(full)).toBeGreaterThan(0);
  const answer = await post("/de/preferences", fieldsOf(full, {}, FOOTER));
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/de/payment/year"]);
  expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^lite=1; Max-Age=31536000;/)]);
  expect(scriptsOn(await page("/de/payment/year", { cookie: "lite=1" }))).toBe(0);
});

it("the full version is the way back, also for a browser that saves data", async () => {
  const saving = { "save-data": "on" };
  const light = await page("/", saving);
  expect(light.see.getByRole("button", { name: "Full version" })).toBeDefined();
  const answer = await post("/preferences", fieldsOf(light, {}, FOOTER), saving);
  expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^lite=0;/)]);
  expect(scriptsOn(await page("/", { ...saving, cookie: "lite=0" }))).toBeGreaterThan(0);
});

it("an address in place of a page leads home", async () => {
  expect((await post("/preferences", { lite: "1", page: "//evil.test" })).headers.get("location")).toBe("/");
});

it.each(["", "lite=yes", "page=home"])("a form with nothing to keep (%j) is a bad request", async (fields) => {
  expect((await post("/preferences", new URLSearchParams(fields))).status).toBe(400);
});

it("there is no page of preferences", async () => {
  expect((await get("/preferences")).status).toBe(404);
});
