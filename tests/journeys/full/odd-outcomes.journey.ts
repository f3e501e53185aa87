import { expect } from "vitest";
import { formOffering, settleAt } from "../at-provider";
import { journey } from "../journey";
import { expectPaidOnce, expectSuccess, ordersOf } from "../ledger";
import { LATER_S, letNewest } from "../order-steps";

journey("a charge of a wrong amount is looked at by a person, and the buyer is told not to pay again", async (trip) => {
  const { visitor, page } = trip;
  await visitor.goPay("monthly");
  await visitor.onHostedPage("wrong_amount");
  await visitor.expectHeading(visitor.t("paystatus:review.title"));
  await visitor.expectText(visitor.t("paystatus:review.text"));
  expect(await page.getByRole("link", { name: visitor.t("paystatus:payAgain") }).count()).toBe(0);
  const [order] = await ordersOf(visitor);
  expect(order).toMatchObject({ state: "review", charges: [{ state: "disputed" }], grants: [] });
});

journey("a provider that charges twice gives one charge back", async ({ visitor }) => {
  await visitor.goPay("monthly");
  await visitor.onHostedPage("approve_twice");
  await visitor.expectHeading(visitor.t("paysuc:heading"));
  await expectPaidOnce(visitor, ["succeeded"], ["kept", "refunded"]);
});

journey("reports that come repeatedly and out of order are one charge", async ({ visitor }) => {
  for (const outcome of ["approve_repeatedly", "reordered"] as const) {
    const other = visitor.next();
    await other.goPay("monthly");
    await other.onHostedPage(outcome);
    await expectSuccess(other);
  }
});

journey("a buyer who is back before the provider's report waits for it", async ({ visitor }) => {
  await visitor.goPay("monthly");
  await visitor.onHostedPage("approve_late", { seconds: LATER_S });
  await visitor.expectHeading(visitor.t("paystatus:waiting.title"));
  await letNewest(visitor, "report");
  await expectSuccess(visitor);
});

journey.withoutScripts("a forged answer of a provider is not believed, and the buyer can still pay", async (trip) => {
  const { visitor, page, site } = trip;
  await visitor.open(formOffering("monthly", "rz"));
  await visitor.enterEmail();
  await visitor.chooseProvider("rz");
  await visitor.payButton().click();
  const callback = await page.locator("input[name=callback_url]").inputValue();
  const order = await page.locator("input[name=order_id]").inputValue();
  const body = new URLSearchParams({
    razorpay_payment_id: "pay_29QQoUBi66xm2f",
    razorpay_order_id: order,
    razorpay_signature: "0".repeat(64),
  });
  const headers = { origin: site.addresses.sandbox };
  const answer = await fetch(callback, { method: "POST", body, headers, redirect: "manual" });
  await page.goto(answer.headers.get("location") ?? "");
  await visitor.expectHeading(visitor.t("paystatus:unpaid.title"));
  await visitor.expectText(visitor.t("paystatus:notice.unverified"));
  await visitor.follow(visitor.t("paystatus:continuePaying"));
  await page.getByRole("button", { name: visitor.t("paystatus:handOff.continue") }).click();
  await visitor.expectHostedPage();
  await settleAt(trip, "rz", "approve");
  await expectSuccess(visitor);
});
