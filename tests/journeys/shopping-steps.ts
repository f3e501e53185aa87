import type { Page } from "playwright-core";
import { expect } from "vitest";
import { formatDay } from "~/i18n/dates";
import { formatMoney } from "~/i18n/money";
import { formatCount } from "~/i18n/numbers";
import { addDays, addPeriod, dayIn } from "~/upstream/contract/deadlines";
import { READING_MS } from "../../tools/rig/reading-time";
import { settleAt } from "./at-provider";
import { expectUnknown } from "./consent-steps";
import { formHydrated } from "./hydrated";
import type { Journey } from "./journey";
import { expectPaidOnce, ordersOf } from "./ledger";
import { expectReceipts, lettersTo } from "./receipt-steps";
import type { Sale, Shopper } from "./shoppers";
import { changeSettings } from "./site-of-file";
import { changeButton, followBelow, lettersAbout } from "./subscription-steps";
import { Visitor } from "./visitor";
import { chooseContract } from "./withdraw-steps";

interface Shopping {
  trip: Journey;
  shopper: Shopper;
  sale: Sale;
}

/** What the button's sentence promises, in the shopper's words. */
interface Promised {
  sentence: string;
  today: string;
  /** Nothing follows where these are undefined. */
  next?: { price: string; date: string; every: string };
  /** The last day of what is bought today, where nothing follows; else the day before the next payment. */
  lastDay: string;
  /** That, or how long, they may withdraw; undefined: their law has no such right. */
  right?: string;
}

let arrivals = 0;

/** From an address that nobody else has where the country has several. */
async function arrive({ context }: Journey, { address }: Shopper): Promise<string> {
  arrivals += 1;
  const own = address.endsWith(".") ? `${address}${arrivals}` : address;
  await context.setExtraHTTPHeaders({ "X-Forwarded-For": own });
  return own;
}

/** Amounts are those of the country's list, days those of its calendar. */
function promised({ trip: { visitor }, shopper, sale }: Shopping): Promised {
  const { t, lang } = visitor;
  const moneyOf = (price: Sale["today"]) =>
    formatMoney(lang, { amount: price === "nothing" ? 0 : shopper.prices[price], currency: shopper.currency });
  const { interval, interval_count: count } = sale.length;
  const on = addPeriod(dayIn(shopper.firstZone, Date.now()), sale.length);
  const { renewal } = sale;
  const next = renewal && {
    price: moneyOf(renewal.price),
    date: formatDay(lang, on),
    every: t(`sale:everyOne.${renewal.every}`),
  };
  const today = moneyOf(sale.today);
  const period = t(`pay-plan:${interval}`, { count, n: formatCount(lang, count) });
  const { withdrawalDays: days } = shopper;
  return {
    sentence: t(`sale:agreement.${sale.kind}`, { today, period, price: "", date: "", every: "", ...next }),
    today,
    next,
    lastDay: next === undefined ? on : addDays(on, -1),
    right: days === undefined ? undefined : t("sale:withdrawal", { count: days, n: formatCount(lang, days) }),
  };
}

/** All of the page's text, also what is folded away. */
const textOf = async (page: Page): Promise<string> => (await page.getByRole("main").textContent()) ?? "";

/** How many texts are shown as if they were no longer true. */
export const struckOn = (page: Page): Promise<number> =>
  page
    .locator("main *")
    .evaluateAll(
      (all) => all.filter((one) => getComputedStyle(one).textDecorationLine.includes("line-through")).length,
    );

/** Nothing is ticked for the buyer, no price is struck, and a right to withdraw is told to whoever has one, and to nobody else. */
async function expectFair(visitor: Visitor, { right }: Promised): Promise<void> {
  const { page } = visitor;
  expect(await page.locator("[type=checkbox]:checked").count(), "ticked boxes").toBe(0);
  expect(await struckOn(page), "struck texts").toBe(0);
  expectRight(visitor, await textOf(page), right);
}

function expectRight({ t }: Visitor, text: string, right: string | undefined): void {
  const parts = t("sale:withdrawal", { count: 14, n: "|" }).split("|");
  for (const part of parts.filter((one) => one !== "" && right === undefined)) expect(text).not.toContain(part);
  if (right !== undefined) expect(text).toContain(right);
}

const payLabel = ({ t }: Visitor, { kind }: Sale, { today, next }: Promised, isFree: boolean): string => {
  if (kind === "freeTrial") return t("payment:start");
  return isFree && next !== undefined ? t("payment:subscribe") : t("payment:pay", { price: today });
};

/** Opens the checkout, reads what its button binds to, and presses it. @returns the words, as they stood there */
async function order(shopping: Shopping, promise: Promised, path: string): Promise<string> {
  const { trip, sale } = shopping;
  const { visitor, page, hasScripts } = trip;
  await visitor.open(path);
  await visitor.enterEmail();
  const label = payLabel(visitor, sale, promise, sale.today === "nothing");
  const button = page.getByRole("button", { name: label, exact: true });
  await button.waitFor();
  const words = await page.locator("#agreement").innerText();
  expect(words).toContain(promise.sentence);
  await expectFair(visitor, promise);
  // The browser's clock says where the buyer's days begin.
  if (hasScripts) await formHydrated(page);
  // What costs nothing is given to nobody faster than a person.
  if (sale.kind === "freeTrial") await page.waitForTimeout(READING_MS);
  await button.click();
  return words;
}

/** Pays as the provider asks for it. */
async function pay(trip: Journey, { provider }: Shopper): Promise<void> {
  const { visitor, page, hasScripts } = trip;
  if (provider === "rz" && !hasScripts)
    await page.getByRole("button", { name: visitor.t("paystatus:handOff.continue") }).click();
  await visitor.expectHostedPage();
  await settleAt(trip, provider, "approve");
}

/** What follows is told as it was promised: when, how much and how often, or that nothing does. */
function expectNext({ t }: Visitor, text: string, { next }: Promised): void {
  expect(text).toContain(next === undefined ? t("sale:agreed.none") : t("sale:agreed.nextText", next));
}

/** "Thank you", and the receipt that it leads to. */
async function expectThanked(shopping: Shopping, promise: Promised, orderId: string): Promise<void> {
  const { visitor, page } = shopping.trip;
  const { t } = visitor;
  const thanks = await textOf(page);
  for (const part of [orderId, promise.today]) expect(thanks).toContain(part);
  expectNext(visitor, thanks, promise);
  await expectFair(visitor, promise);
  await page.getByRole("link", { name: t("paysuc:receipts"), exact: true }).click();
  await expectReceipts(visitor);
  await page.getByRole("link", { name: t("receipts:open") }).click();
  await visitor.expectHeading(t("receipts:paper.title"));
  const receipt = await textOf(page);
  for (const part of [orderId, promise.today, visitor.email, dayOfPurchase(shopping)]) expect(receipt).toContain(part);
  const { next } = promise;
  expect(receipt).toContain(next === undefined ? t("sale:agreed.none") : t("sale:agreed.nextOnly", next));
  await expectFair(visitor, promise);
}

/** In the browser's own zone where scripts tell it, else in that of most people of the country. */
const dayOfPurchase = ({ trip: { visitor, hasScripts }, shopper }: Shopping): string =>
  formatDay(visitor.lang, dayIn(hasScripts ? shopper.timeZone : shopper.mainZone, Date.now()));

/** The one mail that confirms the sale: the very words of the button, what follows, and the right to withdraw. @returns its text */
async function expectConfirmed(shopping: Shopping, promise: Promised, words: string): Promise<string> {
  const { trip, sale } = shopping;
  const { visitor } = trip;
  const { t, lang } = visitor;
  const [letter, ...others] = await lettersTo(visitor, visitor.email);
  expect(others).toEqual([]);
  const text = letter?.text ?? "";
  for (const part of [words, promise.today, dayOfPurchase(shopping)]) expect(text).toContain(part);
  expectNext(visitor, text, promise);
  const { interval, interval_count: count } = sale.length;
  const length = t(`pay-plan:${interval}`, { count, n: formatCount(lang, count) });
  const lastDay = formatDay(lang, promise.lastDay);
  if (sale.plan === "weekly") expect(text).toContain(t("mails:facts.trialText", { length, lastDay }));
  if (promise.next === undefined) expect(text).toContain(lastDay);
  expectRight(visitor, text, promise.right);
  return text;
}

/** The page to cancel names the same payment, and the end before it. What renews not is there, too, with nothing to cancel. */
async function cancel({ trip: { visitor, page } }: Shopping, { next, lastDay }: Promised): Promise<void> {
  const { t, lang } = visitor;
  await visitor.expectHeading(t("subscription:cancel.title"));
  const date = formatDay(lang, lastDay);
  if (next === undefined) {
    expect(await textOf(page)).toContain(date);
    expect(await changeButton(visitor, "cancel.submit").count()).toBe(0);
    return;
  }
  expect(await textOf(page)).toContain(t("subscription:nextText", next));
  await changeButton(visitor, "cancel.submit").click();
  await visitor.expectHeading(t("subscription:cancel.doneTitle"));
  expect(await textOf(page)).toContain(t("subscription:cancel.doneUntil", { date }));
  expect(await lettersAbout(visitor, "cancelled")).toEqual([expect.stringContaining(date)]);
}

/** Whoever has the right withdraws until the day that the mail says, and all that was paid goes back. */
async function withdraw(shopping: Shopping, promise: Promised, letter: string): Promise<void> {
  const { trip, shopper, sale } = shopping;
  const { visitor, page } = trip;
  const { t, lang } = visitor;
  await page.getByRole("article").waitFor();
  const list = await textOf(page);
  const first = addDays(dayIn(shopper.firstZone, Date.now()), shopper.withdrawalDays ?? 0);
  // A Sunday or a holiday moves it on.
  const until = [0, 1, 2, 3, 4, 5, 6]
    .map((more) => t("subscription:withdraw.until", { date: formatDay(lang, addDays(first, more)) }))
    .find((words) => list.includes(words));
  expect(letter).toContain(until ?? "there is no last day to withdraw");
  await chooseContract(visitor);
  const refund =
    sale.today === "nothing"
      ? t("subscription:withdraw.confirmFree")
      : t("subscription:withdraw.confirmRefund", { amount: promise.today });
  expect(await textOf(page)).toContain(refund);
  await changeButton(visitor, "withdraw.confirm").click();
  await visitor.expectHeading(t("subscription:withdraw.doneTitle"));
  expect(await lettersAbout(visitor, "withdrawn")).toHaveLength(1);
}

/**
 * What the button says is what order, page, receipt, mail, /cancel and /withdraw say, to the day and the cent; of whoever is asked first
 * nothing was kept or told.
 */
async function buyAndCompare(shopping: Shopping, path: string): Promise<void> {
  const { trip, shopper, sale } = shopping;
  const { visitor, page } = trip;
  const address = await arrive(trip, shopper);
  const promise = promised(shopping);
  const words = await order(shopping, promise, path);
  if (sale.kind !== "freeTrial") await pay(trip, shopper);
  await visitor.expectHeading(visitor.t("paysuc:heading"));
  const thanks = page.url();
  const { id, attempts, charges } = await expectPaidOnce(visitor, undefined, chargesOf(sale));
  expect(charges.map(({ amount, currency }) => formatMoney(visitor.lang, { amount, currency }))).toEqual(
    chargesOf(sale).map(() => promise.today),
  );
  const { renewal } = sale;
  expect(attempts).toMatchObject([{ renewal_amount: renewal === undefined ? null : shopper.prices[renewal.price] }]);
  await expectThanked(shopping, promise, id);
  const letter = await expectConfirmed(shopping, promise, words);
  if (shopper.isAsked) await expectUnknown(trip, address, { id, plan: sale.plan });
  await page.goto(thanks);
  await followBelow(visitor, "cancel");
  await cancel(shopping, promise);
  if (promise.right === undefined) return;
  await page.goto(thanks);
  await followBelow(visitor, "withdraw");
  await withdraw(shopping, promise, letter);
}

const chargesOf = ({ kind }: Sale): string[] => (kind === "freeTrial" ? [] : ["kept"]);

/** Whoever's day ends meanwhile buys once more: by then another day is told. */
export const shop =
  (shopper: Shopper, sale: Sale, path = `/payment/${sale.plan}`) =>
  async (trip: Journey): Promise<void> => {
    const day = () =>
      [shopper.timeZone, shopper.mainZone, shopper.firstZone].map((zone) => dayIn(zone, Date.now())).join();
    const before = day();
    try {
      await buyAndCompare({ trip, shopper, sale }, path);
    } catch (error) {
      if (day() === before) throw error;
      await trip.context.clearCookies();
      await buyAndCompare({ trip: { ...trip, visitor: trip.visitor.next() }, shopper, sale }, path);
    }
  };

/** Prices rise while the form is open: each shopper is asked again, in their words, and pays what they then agree to. */
export const shopWhilePricesRise =
  (shoppers: readonly Shopper[]) =>
  async (trip: Journey): Promise<void> => {
    let percent = 100;
    for (const shopper of shoppers) {
      percent += 10;
      const visitor = new Visitor(trip.page, shopper.lang, trip.site.addresses);
      await trip.context.clearCookies();
      await arrive(trip, shopper);
      await visitor.open("/payment/yearly");
      await visitor.enterEmail();
      const [before, said] = await agreementOf(visitor);
      await changeSettings(trip.site.addresses, { price_percent: String(percent) });
      await visitor.payButton().click();
      await visitor.expectText(changedWords(visitor));
      expect(await ordersOf(visitor)).toEqual([]);
      const [now, says] = await agreementOf(visitor);
      expect([now, says]).not.toEqual([before, said]);
      await visitor.payButton().click();
      await pay({ ...trip, visitor }, shopper);
      await visitor.expectHeading(visitor.t("paysuc:heading"));
      const { charges } = await expectPaidOnce(visitor);
      for (const charge of charges)
        for (const told of [now, says]) expect(told).toContain(formatMoney(shopper.lang, charge));
    }
  };

/** What the button and the sentence above it say. */
const agreementOf = async (visitor: Visitor): Promise<[button: string, sentence: string]> => [
  await visitor.payButton().innerText(),
  await visitor.page.locator("#agreement").innerText(),
];

/** The longest part of the notice that has no price in it. */
function changedWords({ t }: Visitor): string {
  const parts = t("form-answers:mistakes.priceChanged", { before: "|", now: "|" }).split("|");
  return parts.toSorted((one, other) => other.length - one.length)[0]?.trim() ?? "";
}
