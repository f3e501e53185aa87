import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Call, Driver, Movement, OpenedPayment, Opening, PaymentStanding } from "../../payments/drivers/driver";

const DAY_MS = 86_400_000;
const PRICE = { amount: 1.5, currency: "USD" };

export interface Trial {
  readonly driver: Driver;
  say(line: string): void;
  /** Has a person, or a test, pay at the provider's page; undefined: nobody is there, and nothing is paid. */
  readonly showPage: ((page: string) => Promise<void>) | undefined;
  /** For how long a payment is waited for after that, in milliseconds, and how often it is asked about. */
  readonly wait: { readonly most: number; readonly each: number };
}

const call = (): Call => ({ signal: AbortSignal.timeout(30_000), now: Date.now });

/** Drives one driver through all that it does. @returns whether everything was as it has to be */
export async function tryDriver(trial: Trial): Promise<boolean> {
  const parts = [unpaid, books, ...(trial.showPage === undefined ? [] : [paidOnce, renewing])];
  let isRight = true;
  for (const part of parts)
    await part(trial).catch((error: unknown) => {
      isRight = false;
      trial.say(`  FAILED  ${error instanceof Error ? error.message : error}`);
    });
  return isRight;
}

/** One thing that the driver does, with what was seen. @throws Error where that is not what it has to be */
async function step<T>(trial: Trial, what: string, doing: Promise<T>, isRight = (_: T) => true): Promise<T> {
  const seen = await doing.catch((cause: unknown) => {
    throw new Error(`${what}: ${cause}`, { cause });
  });
  const line = `${what}: ${JSON.stringify(seen) ?? "done"}`;
  if (!isRight(seen)) throw new Error(line);
  trial.say(`  ok      ${line}`);
  return seen;
}

function openingOf(renews: boolean): Opening {
  const id = randomUUID();
  const period = { interval: "month", interval_count: 1 } as const;
  return {
    attemptId: `live-${id}`,
    orderId: `live-order-${id.slice(0, 8)}`,
    madeAt: Date.now(),
    price: PRICE,
    period,
    renewal: renews ? { ...period, amount: PRICE.amount } : undefined,
    renewsAt: renews ? Date.now() + 30 * DAY_MS : undefined,
    planId: "live",
    title: "A trial of our driver",
    email: `live-${id.slice(0, 8)}@example.com`,
    language: "en",
    country: "US",
    returnUrl: "https://example.com/returned",
    cancelUrl: "https://example.com/cancelled",
    expiresAt: Date.now() + 3_600_000,
  };
}

/** Opens a payment and finds it by our own id, as after a lost answer. */
async function opened(trial: Trial, what: string, renews: boolean) {
  const { driver } = trial;
  const opening = openingOf(renews);
  const hasPage = ({ payAt }: OpenedPayment) => payAt !== undefined;
  const { reference, payAt = "" } = await step(trial, `opens ${what}`, driver.open(opening, call()), hasPage);
  const isSame = (found: OpenedPayment | undefined) => found?.reference === reference;
  await step(trial, "finds it by our own id", driver.find(opening, call()), isSame);
  const name = { attemptId: opening.attemptId, reference };
  const ask = () => driver.ask(name, { ...call(), mayCapture: true });
  return { name, payAt, ask, orderId: opening.orderId };
}

const typesOf = ({ reports }: PaymentStanding) => reports.map(({ type }) => type).join();

async function unpaid(trial: Trial): Promise<void> {
  const { name, ask } = await opened(trial, "a page that nobody pays", false);
  await step(trial, "asks: nothing has happened", ask(), (standing) => typesOf(standing) === "");
  await step(trial, "closes it", trial.driver.close(name, call()), (state) => state === "closed");
  await step(trial, "asks: it is abandoned", ask(), (standing) => typesOf(standing) === "abandoned");
}

async function books(trial: Trial): Promise<void> {
  const { books } = trial.driver;
  if (books === undefined) {
    trial.say("  none    it has no books to compare with");
    return;
  }
  const read = async () => {
    const lines: Movement[] = [];
    const time = { from: Date.now() - 2 * DAY_MS, to: Date.now() };
    for await (const page of books.movements(time, call())) lines.push(...page);
    return { lines: lines.length, first: lines[0] };
  };
  await step(trial, "reads its books of two days", read());
}

/** Opens a page, has it paid, and gives some of the money back under one key. */
async function paid(trial: Trial, what: string, renews: boolean): Promise<PaymentStanding> {
  const { payAt, ask, orderId } = await opened(trial, what, renews);
  await trial.showPage?.(payAt);
  const standing = await step(
    trial,
    "is paid",
    whenPaid(trial, ask),
    ({ reports: [report] }) =>
      report?.type === "captured" && report.paid.amount === PRICE.amount && report.paid.currency === PRICE.currency,
  );
  const [captured] = standing.reports;
  if (captured?.type !== "captured") return standing;
  const money = { ...PRICE, amount: 0.5 };
  const order = { captureId: captured.captureId, money, key: `refund-${orderId}`, orderId };
  const giveBack = () => trial.driver.refund(order, call());
  const { refundId } = await step(trial, "gives 0.50 back", giveBack(), ({ state }) => state !== "failed");
  await step(trial, "does so once under one key", giveBack(), (again) => again.refundId === refundId);
  return standing;
}

async function whenPaid({ wait }: Trial, ask: () => Promise<PaymentStanding>): Promise<PaymentStanding> {
  const until = Date.now() + wait.most;
  for (;;) {
    const standing = await ask();
    if (typesOf(standing).includes("captured") || Date.now() >= until) return standing;
    await pause(wait.each);
  }
}

const paidOnce = (trial: Trial) => paid(trial, "a page for a single payment", false);

async function renewing(trial: Trial): Promise<void> {
  const { subscriptions } = trial.driver;
  const { subscription } = await paid(trial, "a page for a subscription", true);
  if (subscriptions === undefined || subscription === undefined) throw new Error("No subscription has begun");
  const is = (state: string) =>
    step(trial, `is ${state}`, subscriptions.ask(subscription, call()), (one) => one.state === state);
  const keyed = (key: string) => ({ ...call(), key: `${key}-${subscription}` });
  await is("active");
  await step(trial, "cancels at the end", subscriptions.cancelAtEnd(subscription, keyed("cancel")));
  await is("ending");
  if (subscriptions.resume !== undefined) {
    await step(trial, "resumes", subscriptions.resume(subscription, keyed("resume")));
    await is("active");
  }
  await step(trial, "ends at once", subscriptions.endNow(subscription, keyed("end")));
  await is("ended");
}
