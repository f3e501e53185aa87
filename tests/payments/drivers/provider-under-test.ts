import { onTestFinished } from "vitest";
import { z } from "zod";
import type { Call, Delivery, Driver, OpenedPayment, Opening } from "../../../payments/drivers/driver";
import type { StandIn } from "../../../tools/stand-ins/server";

/** A provider's driver and its stand-in, as the suite for all of them needs them. */
export interface ProviderUnderTest {
  readonly name: string;
  start(now: () => number): Promise<StandIn>;
  driver(standIn: StandIn, settings?: DriverSecrets): Driver;
  /** The calls that make a payment, ask, give money back and list what moved: what a request's path begins with. */
  readonly paths: { readonly open: string; readonly ask: string; readonly refund: string; readonly books: string };
  /** What is counted in the books, as SQL with one number `n`. */
  readonly counts: { readonly opened: string; readonly captured: string; readonly refunds: string };
  /** Amounts that it takes, of currencies with 0, 2 and 3 decimals. */
  readonly money: readonly { amount: number; currency: string }[];
  /** Outcomes of its page beside pay, decline, challenge, pending and cancel. */
  readonly hasOtherAmount: boolean;
  /** Whether the merchant answers the buyer's bank. */
  readonly wantsEvidence: boolean;
  /** Whether a webhook has a time that is checked. */
  readonly hasWindow: boolean;
  /** Whether webhooks are signed with a secret of ours, which can be changed. */
  readonly hasSecrets: boolean;
}

/** `wrong_key`: its API does not know us. The others: which secrets webhooks may be signed with; `current` is the one that is used. */
export type DriverSecrets = "wrong_key" | "only_current" | "current_and_next" | "only_next";

export const START = Date.UTC(2026, 10, 28, 9);
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** One provider that runs until the test ends, its driver, and a clock that both look at. */
export class Trial {
  time = START;
  readonly #aborts: AbortController[] = [];

  private constructor(
    readonly provider: ProviderUnderTest,
    readonly started: { standIn?: StandIn },
  ) {}

  static async start(provider: ProviderUnderTest): Promise<Trial> {
    const trial = new Trial(provider, {});
    const standIn = await provider.start(() => trial.time);
    trial.started.standIn = standIn;
    onTestFinished(() => standIn.close());
    return trial;
  }

  get standIn(): StandIn {
    const { standIn } = this.started;
    if (standIn === undefined) throw new Error("It has not started");
    return standIn;
  }

  get driver(): Driver {
    return this.provider.driver(this.standIn);
  }

  get call(): Call & { mayCapture: boolean } {
    const abort = new AbortController();
    this.#aborts.push(abort);
    return { signal: abort.signal, now: () => this.time, mayCapture: true };
  }

  /** The callers of all calls so far stop waiting. */
  stopWaiting(): void {
    for (const abort of this.#aborts) abort.abort();
  }

  count(what: keyof ProviderUnderTest["counts"]): number {
    const [row] = this.standIn.books.rows(z.object({ n: z.number() }), this.provider.counts[what]);
    return row?.n ?? Number.NaN;
  }

  /** The requests that came below a path. */
  requests(path: string): number {
    const sql = "select count(*) as n from requests where path like ? || '%'";
    return this.standIn.books.rows(z.object({ n: z.number() }), sql, path)[0]?.n ?? 0;
  }

  /** All webhooks so far, signed now. */
  deliveries(): Delivery[] {
    return this.standIn.webhooks.all().map(({ body, headers }) => ({
      body: Buffer.from(body),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    }));
  }

  /** Opens a payment and asks what has become of it after each outcome at its page. */
  async pay(changes: Partial<Opening> = {}, ...outcomes: string[]): Promise<Paid> {
    const opening = openingOf(this.time, changes);
    const opened = await this.driver.open(opening, this.call);
    const name = { attemptId: opening.attemptId, reference: opened.reference };
    for (const outcome of outcomes) await choose(opened, outcome);
    return { opening, opened, name, ask: () => this.driver.ask(name, this.call) };
  }
}

export interface Paid {
  readonly opening: Opening;
  readonly opened: OpenedPayment;
  readonly name: { attemptId: string; reference: string };
  ask(): ReturnType<Driver["ask"]>;
}

/** What a buyer does at the page. @returns where they are sent, or undefined where the page goes on */
export async function choose({ payAt }: OpenedPayment, outcome: string): Promise<string | undefined> {
  if (payAt === undefined) throw new Error("There is no page");
  const answer = await fetch(payAt, { method: "POST", body: new URLSearchParams({ outcome }), redirect: "manual" });
  await answer.text();
  return answer.headers.get("location") ?? undefined;
}

let attempts = 0;

export function openingOf(now: number, changes: Partial<Opening> = {}): Opening {
  attempts += 1;
  return {
    attemptId: `att_${attempts}_of_the_tests`,
    orderId: `ord_${attempts}`,
    madeAt: now,
    price: { amount: 11.99, currency: "USD" },
    period: { interval: "month", interval_count: 1 },
    renewal: undefined,
    renewsAt: undefined,
    planId: "plan_1m",
    title: "VPN für einen Monat & mehr",
    email: "buyer+tag@example.com",
    language: "de",
    country: "DE",
    returnUrl: "https://shop.example/return/s1?x=1",
    cancelUrl: "https://shop.example/back/s1",
    expiresAt: now + HOUR,
    ...changes,
  };
}

/** A plan of a month that renews. */
export const renewing = (now: number): Partial<Opening> => ({
  renewal: { interval: "month", interval_count: 1, amount: 11.99 },
  renewsAt: new Date(now).setUTCMonth(new Date(now).getUTCMonth() + 1),
});
