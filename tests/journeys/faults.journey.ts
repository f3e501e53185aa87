import { expect } from "vitest";
import { journey } from "./journey";
import { expectSuccess, ordersOf } from "./ledger";
import { setFault, takeBackFaults } from "./set-fault";

journey(
  "a buyer whose order was taken but not confirmed sends the form again, and it is the same order",
  { statuses: [422] },
  async (trip) => {
    const { visitor, site } = trip;
    await setFault(site.addresses, {
      call: "soPurchase",
      kind: "reset",
      moment: "after",
      match: visitor.email,
    });
    await visitor.open("/payment/monthly");
    await visitor.enterEmail();
    await visitor.payButton().click();
    await visitor.expectText(visitor.t("form-answers:mistakes.unavailable"));
    expect(await ordersOf(visitor)).toHaveLength(1);
    await takeBackFaults(site.addresses, visitor.email);
    await visitor.pay();
    await visitor.onHostedPage("approve");
    await expectSuccess(visitor);
  },
);
