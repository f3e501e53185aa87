import { expectSuccess } from "./ledger";
import type { Visitor } from "./visitor";

/** Pays with the form that is open, and sees that it worked. */
export async function buyHere(visitor: Visitor): Promise<void> {
  await visitor.enterEmail();
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
}
