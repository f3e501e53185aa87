import { randomInt } from "node:crypto";
import { expect } from "vitest";
import { z } from "zod";
import type { AppProviderCode } from "~/upstream/contract/purchase-calls";
import type { Journey } from "./journey";
import { LATER_S, letOrder } from "./order-steps";

const made = z.object({ address: z.url(), order_id: z.string() });

/** A purchase as the app of some user makes it. @returns its order, and where the app sends its buyer to see it */
async function makePurchase(
  { site }: Journey,
  provider: AppProviderCode,
  more: Record<string, string>,
): Promise<z.output<typeof made>> {
  const response = await fetch(`${site.addresses.sandbox}/control/app-purchases`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ provider, plan: "monthly", user_id: randomInt(1e6, 1e9), ...more }),
  });
  return made.parse(await response.json());
}

/** A purchase made in the app is waited for and confirmed, with its price where the API tells one. */
export async function confirmPurchase(trip: Journey, provider: AppProviderCode): Promise<void> {
  const { page, visitor } = trip;
  const { address, order_id } = await makePurchase(trip, provider, { outcome: "pending", seconds: String(LATER_S) });
  await page.goto(address);
  await visitor.expectHeading(visitor.t("paystatus:waiting.title"));
  await letOrder(visitor.addresses, order_id, "report");
  await visitor.expectHeading(visitor.t("paysuc:heading"));
  expect((await page.getByText("$11.99").count()) > 0).toBe(!visitor.addresses.isBare);
}

/** A purchase that failed in the app goes on there. */
export async function seeFailedPurchase(trip: Journey, provider: AppProviderCode): Promise<void> {
  const { page, visitor } = trip;
  const { address } = await makePurchase(trip, provider, { outcome: "failed" });
  await page.goto(address);
  await visitor.expectHeading(visitor.t("paystatus:declined.title"));
  await visitor.expectText(visitor.t("paystatus:goBackToApp"));
  expect(await page.getByRole("link", { name: visitor.t("paystatus:payAgain") }).count()).toBe(0);
}
