import type { Journey } from "./journey";
import { expectPaidOnce, expectSuccess } from "./ledger";

/** The site is killed while the buyer is at the provider, and once more when they have paid. */
export async function buyThroughPowerCuts({ visitor, site }: Journey): Promise<void> {
  await visitor.goPay("yearly");
  await site.kill();
  await site.restart();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
  await site.kill();
  await site.restart();
  await expectPaidOnce(visitor);
}
