import { millisecondsInDay } from "date-fns/constants";
import { expect } from "vitest";
import { formatDay } from "~/i18n/dates";
import { formatMoney } from "~/i18n/money";
import { addDays, addPeriod, dayIn } from "~/upstream/contract/deadlines";
import { control } from "../sandbox/subscriber";
import { buyHere } from "./buy";
import type { Journey } from "./journey";
import { setClock } from "./site-with-clock";
import { changeButton, lettersAbout, mailedLinks, subscriptionOf } from "./subscription-steps";
import type { Visitor } from "./visitor";

const daysFrom = (day: string, later: string) => (Date.parse(later) - Date.parse(day)) / millisecondsInDay;

/** What the buyer's year has left after a month's notice that is given at a moment, reckoned in whole cents. */
async function restOf(visitor: Visitor, now: number) {
  const { charges, ends_day: end } = await subscriptionOf(visitor);
  const lastDay = addDays(addPeriod(dayIn("Europe/Berlin", now), { interval: "month", interval_count: 1 }), -1);
  const year = daysFrom(addPeriod(end, { interval: "year", interval_count: -1 }), end);
  const cents = Math.ceil((4699 * daysFrom(lastDay, end)) / year);
  expect(charges).toMatchObject([{ amount: 46.99, currency: "EUR", state: "kept" }]);
  return { lastDay, refund: { amount: cents / 100, currency: "EUR" } };
}

/**
 * A German buys a year, which renews, and cancels in the second one from the reminder: the words at the button promised it, the page says
 * before the press when the plan ends and what goes back, and so do the page after it and the mail; and so it is.
 */
export async function cancelInSecondYear({ visitor, site, inOtherBrowser }: Journey): Promise<void> {
  await visitor.open("/payment/yearly?country=DE");
  const first = dayIn("Europe/Berlin", Date.now());
  const firstRenewal = formatDay(visitor.lang, addPeriod(first, { interval: "year", interval_count: 1 }));
  await visitor.expectText(visitor.t("sale:monthsNotice", { date: firstRenewal }));
  await buyHere(visitor);
  const bought = await subscriptionOf(visitor);
  setClock(site, bought.ends_at);
  const renewed = await subscriptionOf(visitor);
  expect(renewed).toMatchObject({ state: "active", period: 2 });
  const now = bought.ends_at + 40 * millisecondsInDay;
  setClock(site, now);
  const { lastDay, refund } = await restOf(visitor, now);
  expect(await control({ base: site.addresses.sandbox, site: site.addresses.site }, bought.id, "announce")).toBe(200);

  await inOtherBrowser(async (there) => {
    const { page, t, lang } = there;
    const date = formatDay(lang, lastDay);
    const amount = formatMoney(lang, refund);
    const [link = ""] = await mailedLinks(there, "cancel");
    await page.goto(link);
    await there.expectText(t("subscription:cancel.ends", { date }));
    await there.expectText(t("subscription:cancel.refundAtEnd", { amount }));
    await changeButton(there, "cancel.submit").click();
    await there.expectHeading(t("subscription:cancel.doneTitle"));
    await there.expectText(t("subscription:cancel.doneUntil", { date }));
    await there.expectText(t("subscription:cancel.refundAtEnd", { amount }));
    const [letter, ...others] = await lettersAbout(there, "cancelled");
    expect(others).toEqual([]);
    for (const fact of [date, amount]) expect(letter).toContain(fact);
  });
  const ending = await subscriptionOf(visitor);
  expect(ending).toMatchObject({ state: "ending", ends_day: lastDay, charges: [{ given_back: 0 }] });
  setClock(site, ending.ends_at);
  expect(await subscriptionOf(visitor)).toMatchObject({ state: "ended", charges: [{ given_back: refund.amount }] });
}
