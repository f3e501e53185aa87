import { expect } from "vitest";
import { eventually } from "./eventually";
import type { Journey } from "./journey";
import { ordersOf } from "./ledger";
import { letNewest } from "./order-steps";
import { mailedLinks } from "./subscription-steps";

/** An order that nobody pays is mailed once it has expired; its link leads back to what was chosen, which is paid then. */
export async function payAfterReminder({ visitor, inOtherBrowser }: Journey): Promise<void> {
  await visitor.goPay("yearly");
  await letNewest(visitor, "expire");
  await eventually(async () => expect(await mailedLinks(visitor, "paystatus")).toHaveLength(1));
  const [link = ""] = await mailedLinks(visitor, "paystatus");
  await inOtherBrowser(async (there) => {
    await there.page.goto(link);
    await there.expectHeading(there.t("paystatus:expired.title"));
    await there.payAgain();
    expect(await there.emailField().inputValue()).toBe(there.email);
    await there.pay();
    await there.onHostedPage("approve");
    await there.expectHeading(there.t("paysuc:heading"));
  });
  expect((await ordersOf(visitor)).flatMap(({ charges }) => charges.map(({ amount }) => amount))).toEqual([47.88]);
}
