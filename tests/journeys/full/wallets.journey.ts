import { expect } from "vitest";
import { eventually } from "../eventually";
import { formHydrated } from "../hydrated";
import { type Journey, journey } from "../journey";

const codes = ({ page }: Journey) =>
  page.locator("input[name=provider]").evaluateAll((radios) => radios.map((radio) => radio.getAttribute("value")));

/** The ways to pay on the first page of a browser with or without Apple Pay, and on the next one. */
async function firstAndNext(travel: Journey, canPay: boolean) {
  const { page, visitor, context } = travel;
  await page.addInitScript((able) => {
    Object.assign(window, { ApplePaySession: { canMakePayments: () => able } });
  }, canPay);
  await visitor.open("/payment/yearly");
  const first = await codes(travel);
  await formHydrated(page);
  await eventually(async () => {
    const wallet = (await context.cookies()).find(({ name }) => name === "wallet");
    expect(wallet?.value).toBe(canPay ? "1" : "0");
  });
  expect(await codes(travel)).toEqual(first);
  await page.reload();
  return { first, next: await codes(travel) };
}

journey.withScripts("wallets come first from the next page on where the browser has one", async (travel) => {
  const { next } = await firstAndNext(travel, true);
  expect(next[0]).toBe("pd");
});

journey.withScripts("a browser without a wallet gets them last, and no row moves below a finger", async (travel) => {
  const { first, next } = await firstAndNext(travel, false);
  expect(next.at(-1)).toBe("pd");
  expect([...next].sort()).toEqual([...first].sort());
});
