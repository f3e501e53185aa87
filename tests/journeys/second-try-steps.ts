import { expect } from "vitest";
import type { KnownDecline } from "~/upstream/contract/purchase-result";
import type { Journey } from "./journey";
import { expectSuccess, expectUncharged } from "./ledger";
import { expectDeclined } from "./provider-steps";
import type { Visitor } from "./visitor";

/** From the page about what went wrong back to the form, which still knows the buyer. */
async function tryAgain(visitor: Visitor): Promise<void> {
  await visitor.payAgain();
  await visitor.expectText(visitor.t("form-answers:resumed"));
  expect(await visitor.emailField().inputValue()).toBe(visitor.email);
  await visitor.pay();
}

/** A decline is explained, and the second try pays. */
export const payAfterDecline =
  (bucket: KnownDecline) =>
  async ({ visitor }: Journey): Promise<void> => {
    await visitor.goPay("yearly");
    await visitor.onHostedPage("decline", { bucket });
    await expectDeclined(visitor, bucket);
    await tryAgain(visitor);
    await visitor.onHostedPage("approve");
    await expectSuccess(visitor, ["declined", "succeeded"]);
  };

export async function payAfterCancelling({ visitor }: Journey): Promise<void> {
  await visitor.goPay("yearly");
  await visitor.onHostedPage("cancel");
  await payAgainAfterCancelling(visitor);
}

/** From the page that says so to the second try, which pays. */
export async function payAgainAfterCancelling(visitor: Visitor): Promise<void> {
  await visitor.expectHeading(visitor.t("paystatus:cancelled.title"));
  await expectUncharged(visitor);
  await tryAgain(visitor);
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor, ["abandoned", "succeeded"]);
}

export async function passBankCheck({ visitor }: Journey): Promise<void> {
  await visitor.goPay("yearly");
  await visitor.onHostedPage("challenge");
  await visitor.onHostedPage("pass");
  await expectSuccess(visitor);
}

export async function failBankCheck({ visitor }: Journey): Promise<void> {
  await visitor.goPay("yearly");
  await visitor.onHostedPage("challenge");
  await visitor.onHostedPage("fail");
  await expectDeclined(visitor, "auth_failed");
  await tryAgain(visitor);
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor, ["declined", "succeeded"]);
}
