import { within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { makePlan } from "../mocks/builders";
import { answering } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { fieldsOf, page, post } from "./site";

it("plans stand side by side with what is due today, each leading to the short checkout", async () => {
  const { see } = await page("/pricing");
  const rows = within(see.getByRole("table", { name: "Plans side by side" })).getAllByRole("row");
  const [, yearly] = rows;
  if (yearly === undefined) throw new Error("no plan is shown");
  expect(yearly.textContent).toContain("1 year");
  expect(within(yearly).getByRole("link").getAttribute("href")).toBe("/pricing/checkout/year");
});

it("a plan with a trial says how long it lasts and what follows", async () => {
  upstream.use(
    answering(endpoints.plans, { plans: [makePlan({ trial_price: 0.99, trial_days: 3 })] }),
    answering(endpoints.prices, { products: [] }),
  );
  const { see } = await page("/pricing");
  expect(see.getByRole("table").textContent).toContain("3 days for $0.99");
});

it("the short checkout has one plan and a form that the full one takes", async () => {
  const shown = await page("/de/pricing/checkout/year");
  expect(shown.document.querySelectorAll(".plan")).toHaveLength(0);
  const form = shown.document.querySelector("form.pay");
  expect(form?.getAttribute("action")).toBe("/de/payment/year");
  const answer = await post("/de/payment/year", fieldsOf(shown, { email: "anna@example.com" }));
  expect(answer.status).toBe(303);
});

it.each(["/pricing/checkout/gone", "/pricing/checkout/%3Cscript%3E", "/payment/gone"])(
  "%s is a 404 that says which page and offers the plans",
  async (path) => {
    const { answer, see, html } = await page(path);
    expect(answer.status).toBe(404);
    expect(see.getByText(`Page Not Found: ${path}`)).toBeDefined();
    expect(see.getByRole("list", { name: "Plans" }).querySelectorAll("a").length).toBeGreaterThan(0);
    expect(html).not.toContain("<script>alert");
  },
);

it("a word behind /pricing that is no page is not found", async () => {
  const { answer, see } = await page("/pricing/nothing");
  expect(answer.status).toBe(404);
  expect(see.getByText("Page not found: /pricing/nothing")).toBeDefined();
});

it("receipts say how to get to them", async () => {
  const { answer, see } = await page("/de/receipts");
  expect(answer.status).toBe(200);
  expect(see.getByRole("heading", { level: 1 })).toBeDefined();
});

it("related links are those of the page's data file, in its language", async () => {
  const { see } = await page("/de/pricing");
  const links = within(see.getByRole("navigation", { name: "Weitere Seiten" })).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/de/payment", "/de"]);
});
