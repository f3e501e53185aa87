import { expect } from "vitest";
import { formatDay } from "~/i18n/dates";
import { formatMoney, type Money } from "~/i18n/money";
import { addDays, addPeriod, latestDay, whereabouts } from "~/upstream/contract/deadlines";
import { control } from "../sandbox/subscriber";
import { expectCancelled } from "./cancel-steps";
import type { Journey } from "./journey";
import { lettersTo } from "./receipt-steps";
import { changeButton, lettersAbout, mailedLinks, subscriptionOf } from "./subscription-steps";
import type { Visitor } from "./visitor";
import { receivedAt } from "./withdraw-steps";

/** What the sandbox sells: how the messages name it, what begins today, and how often it is paid afterwards. */
const SOLD = {
  weekly: { kind: "trial", length: { interval: "day", interval_count: 3 }, every: "week" },
  yearly: { kind: "subscription", length: { interval: "year", interval_count: 1 }, every: "year" },
} as const;

interface Offered {
  country: string;
  plan: keyof typeof SOLD;
  currency: string;
  /** What is due today, and later. */
  today: number;
  later: number;
}

/** Opens a country's checkout. @returns the day of the second payment there */
export async function openCheckout(
  visitor: Visitor,
  { country, plan }: Pick<Offered, "country" | "plan">,
): Promise<string> {
  const today = () => latestDay(Date.now(), whereabouts(country));
  const day = today();
  await visitor.open(`/payment/${plan}?country=${country}`);
  // Where the day has ended meanwhile, the page is one of either.
  return today() === day ? addPeriod(day, SOLD[plan].length) : openCheckout(visitor, { country, plan });
}

/** The words at the button name what is due today, what follows, how often and from which day on, and the last day to cancel. */
export async function expectWordsAtButton(visitor: Visitor, offered: Offered): Promise<void> {
  const { t, lang, page } = visitor;
  const { plan, currency } = offered;
  const on = await openCheckout(visitor, offered);
  const money = (amount: number) => formatMoney(lang, { amount, currency });
  const [today, price] = [money(offered.today), money(offered.later)];
  const { kind, every } = SOLD[plan];
  const values = { today, price, every: t(`sale:everyOne.${every}`), date: formatDay(lang, on) };
  const words = await page.locator("#agreement").innerText();
  expect(words).toContain(t(`sale:agreement.${kind}`, values));
  expect(words).toContain(t("sale:cancelBy", { date: formatDay(lang, addDays(on, -1)) }));
  await visitor.payButtonAt(today).waitFor();
}

/** Cancels the only plan of the page that is open. The page and one letter say when that was received, to the second, and when it ends. */
export async function cancelAndKeep(visitor: Visitor): Promise<void> {
  await changeButton(visitor, "cancel.submit").click();
  await expectCancelled(visitor);
  const letters = await lettersAbout(visitor, "cancelled");
  expect(letters).toEqual([expect.stringContaining(await receivedAt(visitor))]);
  expect(letters[0]).toContain(formatDay(visitor.lang, (await subscriptionOf(visitor)).ends_day));
}

/**
 * A buyer is reminded of the next payment by a letter that names it and the last day to cancel; by its link they cancel in any browser,
 * and have it confirmed at once.
 */
export async function cancelWhenReminded(
  { visitor, inOtherBrowser }: Journey,
  kind: "trialEnds" | "renewsSoon",
  next: Money,
): Promise<void> {
  const { t, lang, addresses } = visitor;
  const { id, ends_day } = await subscriptionOf(visitor);
  expect(await control({ base: addresses.sandbox, site: addresses.site }, id, "announce")).toBe(200);
  const [lastDay, date] = [formatDay(lang, ends_day), formatDay(lang, addDays(ends_day, 1))];
  const [letter] = await lettersTo(visitor, visitor.email);
  expect(letter?.subject).toBe(t(`mails:${kind}.subject`, { date, lastDay }));
  expect(letter?.text).toContain(t("mails:line", { label: t("mails:facts.lastDay"), value: lastDay }));
  for (const fact of [date, formatMoney(lang, next)]) expect(letter?.text).toContain(fact);
  await inOtherBrowser(async (there) => {
    const [link = ""] = await mailedLinks(there, "cancel");
    await there.page.goto(link);
    await cancelAndKeep(there);
  });
}
