import type { Journey } from "./journey";
import { expectPaidOnce, expectSuccess } from "./ledger";

/** The site is killed while the buyer is at the provider, and once more when they have paid. */
export async function buyThroughPowerCuts({ visitor, site, page }: Journey): Promise<void> {
  await visitor.goPay("yearly");
  await site.kill();
  await site.restart();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
  // A page that is open goes on to tell its view, and a browser complains on its console where nobody answers.
  await page.waitForLoadState("networkidle");
  await page.goto("about:blank");
  await site.kill();
  await site.restart();
  await expectPaidOnce(visitor);
}
