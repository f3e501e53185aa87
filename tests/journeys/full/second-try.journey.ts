import { expect } from "vitest";
import { journey } from "../journey";
import { expectSuccess } from "../ledger";
import type { Visitor } from "../visitor";

/** From the page about what went wrong back to the form, which still knows the buyer. */
async function tryAgain(visitor: Visitor): Promise<void> {
  await visitor.follow(visitor.t("paystatus:payAgain"));
  await visitor.expectText(visitor.t("payment:resumed"));
  expect(await visitor.emailField().inputValue()).toBe(visitor.email);
  await visitor.pay();
}

for (const [bucket, lang] of [
  ["funds_or_limit", "en"],
  ["fix_details", "de"],
  ["risk", "ar"],
] as const) {
  journey(
    `a decline (${bucket}) is explained, and the second try pays the same order`,
    { lang },
    async ({ visitor }) => {
      await visitor.goPay("yearly");
      await visitor.onHostedPage("decline", { bucket });
      await visitor.expectHeading(visitor.t("paystatus:declined.title"));
      await visitor.expectText(visitor.t(`paystatus:declined.${bucket}`));
      await visitor.expectText(visitor.t("paystatus:noMoneyTaken"));
      await tryAgain(visitor);
      await visitor.onHostedPage("approve");
      await expectSuccess(visitor, ["declined", "succeeded"]);
    },
  );
}

journey("a buyer who cancels at the provider continues where they were", async ({ visitor }) => {
  await visitor.goPay("yearly");
  await visitor.onHostedPage("cancel");
  await visitor.expectHeading(visitor.t("paystatus:cancelled.title"));
  await visitor.expectText(visitor.t("paystatus:noMoneyTaken"));
  await tryAgain(visitor);
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor, ["abandoned", "succeeded"]);
});

journey("a buyer confirms the payment with the bank", async ({ visitor }) => {
  await visitor.goPay("yearly");
  await visitor.onHostedPage("challenge");
  await visitor.onHostedPage("pass");
  await expectSuccess(visitor);
});

journey("a buyer fails the bank's check, is told so, and pays at the second try", async ({ visitor }) => {
  await visitor.goPay("yearly");
  await visitor.onHostedPage("challenge");
  await visitor.onHostedPage("fail");
  await visitor.expectHeading(visitor.t("paystatus:declined.title"));
  await visitor.expectText(visitor.t("paystatus:declined.auth_failed"));
  await tryAgain(visitor);
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor, ["declined", "succeeded"]);
});
