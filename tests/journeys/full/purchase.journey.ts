import { journey } from "../journey";
import { expectSuccess } from "../ledger";

journey("the link of the success page works in any other browser", async ({ visitor, page }) => {
  await visitor.goPay("monthly");
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
  await page.context().clearCookies();
  await page.goto(page.url());
  await expectSuccess(visitor);
});
