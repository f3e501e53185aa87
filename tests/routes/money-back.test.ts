import { expect, it } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeParams } from "../mocks/builders";
import { answering, refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { get, page } from "./site";

it("says for how long, whom it leaves out, who sells, and how to claim it", async () => {
  const { see, document } = await page("/money-back");
  expect(see.getByRole("heading", { level: 1 }).textContent).toBe("Money-back guarantee: 30 days");
  expect(see.getByText(/Excludes renewals and app store purchases/)).toBeDefined();
  expect(see.getByText(/^Write to support@example.com within this time/)).toBeDefined();
  expect(see.getByText(/^Sold by Sandbox VPN Ltd\./)).toBeDefined();
  expect(document.querySelector("main a[href^='mailto:support@example.com']")).not.toBeNull();
});

it("leads to where buyers get it themselves, where the payments API gives it back by itself", async () => {
  const params = { money_back_days: 30, calls: ["subscriptions"] };
  upstream.use(answering(endpoints.commonParams, makeParams(params)));
  const { see } = await page("/de/money-back");
  expect(see.getByRole("link", { name: "Geld zurückholen" }).getAttribute("href")).toBe("/de/withdraw");
  expect(see.getByText(/^Hol dir dein Geld innerhalb dieser Zeit/)).toBeDefined();
  expect(see.queryByText(/^Schreib innerhalb dieser Zeit/)).toBeNull();
});

it.each([
  ["does not say so", () => answering(endpoints.commonParams, makeParams({ calls: ["subscriptions"] }))],
  ["has no page for it", () => answering(endpoints.commonParams, makeParams({ money_back_days: 30, calls: [] }))],
  [
    "gives it back for fewer days",
    () => answering(endpoints.commonParams, makeParams({ money_back_days: 29, calls: ["subscriptions"] })),
  ],
  ["is away", () => refusing(endpoints.commonParams, 503)],
])("is claimed by mail where the payments API %s", async (_, handler) => {
  upstream.use(handler());
  const { see, document } = await page("/money-back");
  expect(see.getByText(/^Write to support@example.com within this time/)).toBeDefined();
  expect(document.querySelector("main a[href='/withdraw']")).toBeNull();
});

it("there is none where the brand promises nothing, and nothing leads to it", async () => {
  const headers = { cookie: "app=114" };
  expect((await get("/money-back", headers)).status).toBe(404);
  expect((await page("/payment/year", headers)).document.querySelector("a[href*='/money-back']")).toBeNull();
});

it("the checkout leads to it from below its button", async () => {
  const { document } = await page("/payment/year");
  expect(document.querySelector(".assurance a[href='/money-back']")).not.toBeNull();
});

it("home and checkout say who sells", async () => {
  for (const path of ["/", "/payment/year"])
    expect((await page(path)).see.getByText(/Sold by Sandbox VPN Ltd\., 1 Test Street/)).toBeDefined();
});
