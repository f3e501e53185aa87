import { expect } from "vitest";
import { eventually } from "./eventually";
import type { Journey } from "./journey";
import { expectSuccess } from "./ledger";
import { LATER_S, letNewest } from "./order-steps";

export async function payWithTwoClicks({ visitor, page }: Journey): Promise<void> {
  await visitor.open("/payment/yearly");
  await visitor.enterEmail();
  if (visitor.addresses.isBare) await visitor.chooseProvider("so");
  await visitor.payButton().dblclick();
  // The second click aborts the navigation that the first one began, so the address is looked at instead of awaited.
  await eventually(() => expect(new URL(page.url()).origin).toBe(visitor.addresses.sandbox));
  await visitor.expectHostedPage();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
}

/** Whoever goes back after paying is not charged again. */
export async function goBackAfterPaying({ visitor, page }: Journey): Promise<void> {
  await visitor.goPay("yearly");
  const hosted = page.url();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
  await page.goto(hosted);
  await page.getByRole("link", { name: "Back to the shop" }).click();
  await expectSuccess(visitor);
}

/** Loading any page of a purchase again changes nothing. */
export async function reloadEveryPage({ visitor, page }: Journey): Promise<void> {
  const handOff = page.waitForRequest((request) => new URL(request.url()).pathname === "/redirect");
  await visitor.open("/payment/yearly");
  await page.reload();
  await visitor.enterEmail();
  await visitor.pay();
  await page.reload();
  await page.goto((await handOff).url());
  await visitor.expectHostedPage();
  await visitor.onHostedPage("pending", { seconds: LATER_S, afterwards: "approve" });
  await visitor.expectHeading(visitor.t("paystatus:waiting.title"));
  await page.reload();
  await letNewest(visitor, "report");
  await visitor.expectHeading(visitor.t("paysuc:heading"));
  await page.reload();
  await expectSuccess(visitor);
}
