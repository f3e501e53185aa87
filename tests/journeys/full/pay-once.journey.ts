import { expect } from "vitest";
import { postForm } from "../form-post";
import { journey } from "../journey";
import { expectSuccess, ordersOf } from "../ledger";
import { goBackAfterPaying, reloadEveryPage } from "../pay-once-steps";

journey("the same form sent several times at once is one order", async ({ visitor, page }) => {
  await visitor.open("/payment/yearly");
  await visitor.enterEmail();
  const answers = await Promise.all(Array.from({ length: 5 }, () => postForm(page)));
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(303));
  expect(await ordersOf(visitor)).toHaveLength(1);
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
});

journey("two tabs with the same plan and buyer are one order", async ({ visitor, context }) => {
  const other = visitor.inTab(await context.newPage());
  for (const tab of [visitor, other]) {
    await tab.open("/payment/yearly");
    await tab.enterEmail();
  }
  await visitor.pay();
  await other.payButton().click();
  await other.expectHeading(other.t("paystatus:unpaid.title"));
  await other.follow(other.t("paystatus:continuePaying"));
  await other.expectHostedPage();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
  await other.onHostedPage("approve");
  await expectSuccess(other);
});

journey("a buyer who goes back from the provider's page and pays again finds the payment they left", async (trip) => {
  const { visitor, page } = trip;
  await visitor.goPay("yearly");
  await page.goBack();
  await visitor.expectHeading(visitor.t("payment:heading"));
  await visitor.enterEmail();
  await visitor.payButton().click();
  await visitor.expectHeading(visitor.t("paystatus:unpaid.title"));
  await visitor.follow(visitor.t("paystatus:continuePaying"));
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
});

journey("a buyer who goes back after paying is not charged again", goBackAfterPaying);

journey("loading any page of a purchase again changes nothing", reloadEveryPage);
