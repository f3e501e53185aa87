import { journey } from "./journey";
import { expectSuccess } from "./ledger";

journey("two clicks on the pay button are one order", async ({ visitor }) => {
  await visitor.open("/payment/yearly");
  await visitor.enterEmail();
  await visitor.payButton().dblclick();
  await visitor.expectHostedPage();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
});
