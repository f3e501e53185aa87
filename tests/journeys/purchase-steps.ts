import type { Journey } from "./journey";
import { expectSuccess } from "./ledger";

export async function buyFromHome({ visitor }: Journey): Promise<void> {
  await visitor.open("/");
  await visitor.expectHeading(visitor.t("home:title"));
  await visitor.choosePlan("yearly");
  await visitor.expectHeading(visitor.t("payment:heading"));
  await visitor.enterEmail();
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
}

/** What the success page shows can be seen again, by its address alone. */
export async function openSuccessLink({ visitor, page }: Journey): Promise<void> {
  await visitor.goPay("monthly");
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
  await page.context().clearCookies();
  await page.goto(page.url());
  await expectSuccess(visitor);
}
