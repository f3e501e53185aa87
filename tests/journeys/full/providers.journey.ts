import { expect } from "vitest";
import { PROVIDERS } from "~/upstream/contract/catalogue";
import { goPayAt, settleAt } from "../at-provider";
import { journey } from "../journey";
import { expectSuccess, ordersOf } from "../ledger";
import { PENDING_S } from "../waiting-steps";

for (const provider of PROVIDERS) {
  journey(`${provider}: a buyer who cancels is charged nothing and finds their entries`, async (trip) => {
    const { visitor, page } = trip;
    await goPayAt(trip, provider);
    await settleAt(trip, provider, "cancel");
    await visitor.expectHeading(visitor.t("paystatus:cancelled.title"));
    await visitor.expectText(visitor.t("paystatus:noMoneyTaken"));
    await visitor.follow(visitor.t("paystatus:payAgain"));
    expect(await visitor.emailField().inputValue()).toBe(visitor.email);
    expect(await page.locator(`input[value=${provider}]`).isChecked()).toBe(true);
    expect((await ordersOf(visitor)).flatMap(({ charges }) => charges)).toEqual([]);
  });

  journey(`${provider}: a payment that takes its time is waited for`, async (trip) => {
    const { visitor } = trip;
    await goPayAt(trip, provider);
    await settleAt(trip, provider, "pending", { seconds: PENDING_S, afterwards: "approve" });
    await visitor.expectHeading(visitor.t("paystatus:waiting.title"));
    await expectSuccess(visitor);
  });
}
