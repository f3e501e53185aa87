import { randomInt } from "node:crypto";
import { z } from "zod";
import type { AppProvider } from "~/upstream/contract/app-purchase";
import type { Journey } from "./journey";
import { PENDING_S } from "./waiting-steps";

const made = z.object({ address: z.url() });

/** A purchase as the app of some user makes it. @returns where the app sends its buyer to see it */
export async function makePurchase(
  { site }: Journey,
  provider: AppProvider,
  more: Record<string, string>,
): Promise<string> {
  const response = await fetch(`${site.addresses.sandbox}/control/app-purchases`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ provider, plan: "monthly", user_id: randomInt(1e6, 1e9), ...more }),
  });
  return made.parse(await response.json()).address;
}

/** A purchase made in an app is waited for until it is confirmed. */
export const waitForPurchase =
  (provider: AppProvider) =>
  async (trip: Journey): Promise<void> => {
    const { page, visitor } = trip;
    await page.goto(await makePurchase(trip, provider, { outcome: "pending", seconds: String(PENDING_S) }));
    await visitor.expectHeading(visitor.t("paystatus:waiting.title"));
    await visitor.expectHeading(visitor.t("paysuc:heading"));
    await visitor.expectText("$11.99");
  };
