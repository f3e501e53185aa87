import { expect, it } from "vitest";
import { translate } from "~/i18n/messages.server";
import { watchLog } from "../env/watched-log";
import { page, post, shown } from "./site";

it.each([
  "/404",
  "/nowhere",
  "/nowhere/at/all",
  "/xx",
  "/xx/payment",
  "/DEU/payment",
  "/payment/year/more",
  "/__proto__",
  "/%3Cscript%3Ealert(1)%3C/script%3E",
])("%s is a page that says so, and offers the plans", async (path) => {
  const { answer, see } = await page(path);
  expect(answer.status).toBe(404);
  expect(see.getByRole("heading", { level: 1 }).textContent).toBe("We can’t find that page");
  expect(see.getByText(`Page not found: ${path}`)).toBeDefined();
  expect(see.getByRole("link", { name: "See all plans" }).getAttribute("href")).toBe("/payment");
});

it.each(["/de/404", "/de/nowhere", "/de/payment/year/more"])("%s says so in German", async (path) => {
  const { answer, see } = await page(path);
  expect(answer.status).toBe(404);
  expect(see.getByRole("heading", { level: 1 }).textContent).toBe(translate("de")("errors:notFoundTitle"));
});

it.each([
  ["/404", 404],
  ["/nowhere", 404],
  ["/nowhere/at/all", 404],
  ["/de/nowhere", 404],
  ["/", 405],
  ["/paystatus", 405],
])("a form sent to %s is a %d page, and no error of ours", async (path, status) => {
  const errors = watchLog("error");
  const { answer, see } = await shown(post(path, { intent: "pay" }));
  expect(answer.status).toBe(status);
  expect(see.getByRole("link", { name: /home page|Startseite/ })).toBeDefined();
  expect(errors).toEqual([]);
});

it.each([
  ["400", "badRequest"],
  ["403", "forbidden"],
  ["405", "methodNotAllowed"],
  ["413", "tooLarge"],
  ["415", "unsupported"],
  ["431", "tooLarge"],
] as const)(
  "a request the host refused with %s gets that page, in the visitor's language, without scripts",
  async (status, words) => {
    const headers = { "x-edge-problem": status, "accept-language": "de" };
    const { answer, see, html } = await page("/404", headers);
    expect(answer.status).toBe(Number(status));
    expect(see.getByRole("heading", { level: 1 }).textContent).toBe(translate("de")(`errors:${words}Title`));
    expect(html).not.toContain("<script");
  },
);
