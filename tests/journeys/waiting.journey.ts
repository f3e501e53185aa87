import type { Page } from "playwright-core";
import { expect } from "vitest";
import { journey } from "./journey";
import { expectSuccess } from "./ledger";

/** A page that updates in place keeps what was written on its window; one that is loaded again does not. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute("data-marked", ""));
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute("data-marked"));

for (const lang of ["en", "ar"] as const) {
  journey(`a payment that takes its time is waited for, then succeeds, in ${lang}`, { lang }, async (trip) => {
    const { visitor, page, hasScripts } = trip;
    await visitor.goPay("yearly");
    await visitor.onHostedPage("pending", { seconds: 2, afterwards: "approve" });
    await visitor.expectHeading(visitor.t("paystatus:waiting.title"));
    await mark(page);
    await visitor.expectHeading(visitor.t("paysuc:heading"));
    expect(await isMarked(page), "updated in place").toBe(hasScripts);
    await expectSuccess(visitor);
  });
}

journey("a payment that takes its time and is declined ends with a second try", async (trip) => {
  const { visitor, page, hasScripts } = trip;
  await visitor.goPay("yearly");
  await visitor.onHostedPage("pending", { seconds: 2, afterwards: "decline" });
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
