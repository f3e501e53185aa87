import { expect, it } from "vitest";
import { get, page } from "./site";

it("says for how long, whom it leaves out, who sells, and how to claim it", async () => {
  const { see, document } = await page("/money-back");
  expect(see.getByRole("heading", { level: 1 }).textContent).toBe("Money-back guarantee: 30 days");
  expect(see.getByText(/Excludes renewals and app store purchases/)).toBeDefined();
  expect(see.getByText(/^Write to support@example.com within this time/)).toBeDefined();
  expect(see.getByText(/^Sold by Sandbox VPN Ltd\./)).toBeDefined();
  expect(document.querySelector("main a[href^='mailto:support@example.com']")).not.toBeNull();
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
