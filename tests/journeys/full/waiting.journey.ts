import { expect } from "vitest";
import { journey } from "../journey";
import { expectSuccess } from "../ledger";
import { isMarked, mark, PENDING_S, waitForSuccess } from "../waiting-steps";

journey("a payment that takes its time is waited for, then succeeds, in Arabic", { lang: "ar" }, waitForSuccess);

journey("a payment that takes its time and is declined ends with a second try", async (trip) => {
  const { visitor, page, hasScripts } = trip;
  await visitor.goPay("yearly");
  await visitor.onHostedPage("pending", { seconds: PENDING_S, afterwards: "decline" });
  await visitor.expectHeading(visitor.t("paystatus:waiting.title"));
  await mark(page);
  await visitor.expectHeading(visitor.t("paystatus:declined.title"));
  expect(await isMarked(page), "updated in place").toBe(hasScripts);
  await visitor.expectText(visitor.t("paystatus:noMoneyTaken"));
  await visitor.follow(visitor.t("paystatus:payAgain"));
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor, ["declined", "succeeded"]);
});

journey("a buyer whose payment page never leads back sees the success by the link of the order", async (trip) => {
  const { visitor, page } = trip;
  const handOff = page.waitForRequest((request) => new URL(request.url()).pathname === "/redirect");
  await visitor.goPay("yearly");
  await visitor.onHostedPage("approve_and_stay");
  await page.goto((await handOff).url());
  await expectSuccess(visitor);
});
