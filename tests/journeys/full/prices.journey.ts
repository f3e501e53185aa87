import { expect } from "vitest";
import { formatDay } from "~/i18n/dates";
import { addDays, latestDay, whereabouts } from "~/upstream/contract/deadlines";
import { journey } from "../journey";
import { expectSuccess } from "../ledger";
import { buyAtPricesOfCountry } from "../price-steps";
import { expectTimeline } from "../trial-steps";

journey("a buyer chooses the country whose prices hold, and the site remembers it", buyAtPricesOfCountry);

journey("a trial says what is due today, when it ends and what it costs then", async ({ visitor, page }) => {
  await visitor.open("/payment/weekly");
  const days = visitor.t("pay-plan:day", { count: 3, n: "3" });
  const trial = page.locator(".line", { hasText: visitor.t("sale:lines.trialOf", { period: days }) });
  expect(await trial.getByRole("definition").textContent()).toBe("$0.99");
  const due = page.locator(".line", { hasText: visitor.t("sale:lines.dueToday") });
  expect(await due.getByRole("definition").textContent()).toBe("$0.99\u00a0USD");
  const every = visitor.t("sale:every.week", { count: 1, n: "1" });
  const date = formatDay("en", addDays(latestDay(Date.now(), whereabouts("US")), 3));
  await expectTimeline(visitor, { today: "$0.99", date, later: `$4.99 ${every}` });
  await visitor.payButtonAt("$0.99").waitFor();
  await visitor.enterEmail();
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
});
