import type { Driver, Money, Movement } from "../../../payments/drivers/driver";
import { type BookKeeper, compareDay } from "../../../payments/reconcile/compare-day";
import type { DifferenceKind } from "../../../payments/reconcile/tables";
import type { Db } from "../../../payments/store/database";
import { buy } from "../entitlements/bought";
import { emptyDatabase } from "../entitlements/world";
import { ProviderStandIn } from "../hooks/provider-stand-in";
import type { RandomLine, RandomPayment } from "./random-books";

export const FROM = Date.UTC(2026, 10, 25);
export const DAYS = ["2026-11-25", "2026-11-26", "2026-11-27"];
const DECIMALS = { USD: 2, JPY: 0, KWD: 3 };
const TABLES = [
  ...(["subscription_charges", "captures", "refunds", "capture_returns", "disputes"] as const),
  ...(["reconciliations", "reconciliation_sums", "reconciliation_differences", "reconciliation_returns"] as const),
];

export interface Planted {
  what: DifferenceKind;
  id: string;
  /** Where the provider has it, else when we say so. */
  at: number;
}

type WorldLine = RandomLine & Pick<Movement, "kind" | "id" | "captureId" | "money">;

/** Our books and a provider's, with differences that are known. */
export class World {
  theirs: Movement[] = [];
  planted: Planted[] = [];
  #made = 0;

  private constructor(
    readonly db: Db,
    readonly orderId: string,
    readonly attemptId: string,
    readonly subscriptionId: string,
  ) {}

  static async start(): Promise<World> {
    const db = await emptyDatabase();
    const orderId = await db
      .transaction()
      .execute((tx) => buy(tx, { email: "a@example.com", renews: true, now: FROM }));
    await db.updateTable("subscriptions").set({ driver: "so" }).execute();
    const attempt = await db.selectFrom("attempts").select("id").executeTakeFirstOrThrow();
    const subscription = await db.selectFrom("subscriptions").select("id").executeTakeFirstOrThrow();
    return new World(db, orderId, attempt.id, subscription.id);
  }

  async clear(): Promise<void> {
    for (const table of TABLES) await this.db.deleteFrom(table).execute();
    this.theirs = [];
    this.planted = [];
  }

  /** In pages of seven; each ninth line comes twice. */
  get driver(): BookKeeper {
    const driver: Driver = new ProviderStandIn(() => FROM).driver;
    const { theirs } = this;
    async function* movements({ from, to }: { from: number; to: number }) {
      const found = theirs
        .filter(({ at }) => at >= from && at < to)
        .flatMap((one, n) => (n % 9 === 4 ? [one, one] : [one]));
      for (let first = 0; first < found.length; first += 7) yield found.slice(first, first + 7);
    }
    return { ...driver, books: { lagMs: 0, movements, find: async (id) => theirs.filter((one) => one.id === id) } };
  }

  /** Compares and stores one day after the other. */
  async compareAll() {
    const found = [];
    for (const day of DAYS) {
      const context = { db: this.db, now: () => FROM, stopping: new AbortController().signal };
      const compared = await compareDay(context, this.driver, day);
      await this.db.transaction().execute((tx) => compared.save(tx));
      found.push(compared);
    }
    return found;
  }

  async pay(one: RandomPayment): Promise<void> {
    const id = this.#newId("ch");
    const money = moneyOf(one.currency, one.minor);
    await this.#line({ ...one, kind: "capture", id, captureId: id, money }, (at) => this.#weTook(one, id, money, at));
    const part = moneyOf(one.currency, Math.ceil(one.minor / 2));
    if (one.refund) await this.#giveBack(one.refund, id, part);
    if (one.dispute) await this.#dispute(one.dispute, id, part);
  }

  async #weTook({ isRenewal }: RandomPayment, id: string, money: Money, at: number): Promise<void> {
    const taken = { id, ...money };
    if (!isRenewal) {
      const of = { order_id: this.orderId, attempt_id: this.attemptId, state: "refunded" as const, taken_at: at };
      await this.db
        .insertInto("captures")
        .values({ ...taken, ...of, returned: money.amount })
        .execute();
      return;
    }
    const period = { subscription_id: this.subscriptionId, period: this.#made, starts_at: at, ends_at: at, at };
    await this.db
      .insertInto("subscription_charges")
      .values({ ...taken, ...period, state: "kept" })
      .execute();
  }

  async #giveBack(one: NonNullable<RandomPayment["refund"]>, captureId: string, money: Money): Promise<void> {
    const id = this.#newId("re");
    // What others gave is known to us as a sum: one of another amount or currency is none that we know, and none of ours is missed.
    const isKnown = one.by === "us" || one.fault === "none";
    const fault = isKnown ? one.fault : "only_theirs";
    const line = { ...one, fault, kind: "refund", id, captureId, money } as const;
    await this.#line(line, async (at) => {
      if (one.by === "us") await this.#weGaveBack(id, captureId, money, at);
      else await this.#othersGaveBack(captureId, money.amount);
    });
    if (one.isUndone && fault !== "only_ours" && fault !== "only_theirs") this.#undo(line, one.by === "us");
  }

  #weGaveBack = (id: string, captureId: string, { amount, currency }: Money, done_at: number) =>
    this.db
      .insertInto("refunds")
      .values({
        ...{ id: `refund_${id}`, driver: "so", order_id: this.orderId, capture_id: captureId, amount, currency },
        ...{ key: id, reason: "asked", asked_by: null, state: "done", noted_at: done_at, next_try_at: done_at },
        ...{ refund_id: id, done_at },
      })
      .execute();

  #othersGaveBack = (capture_id: string, by_others: number) =>
    this.db.insertInto("capture_returns").values({ capture_id, total: by_others, by_others, by_disputes: 0 }).execute();

  async #dispute(one: NonNullable<RandomPayment["dispute"]>, captureId: string, money: Money): Promise<void> {
    const id = this.#newId("dp");
    // An inquiry takes no money: that the provider's books have none of it is no difference.
    const fault = one.fault === "only_ours" ? "none" : one.fault;
    const line = { ...one, fault, kind: "dispute", id, captureId, money } as const;
    await this.#line(line, (noted_at) =>
      this.db
        .insertInto("disputes")
        .values({
          ...{ id, driver: "so", capture_id: captureId, order_id: this.orderId, state: one.state, ...money },
          ...{ reason: "fraud", evidence_by: null, noted_at, paused_until: null },
        })
        .execute(),
    );
    if (one.isUndone && fault !== "only_theirs") this.#undo(line, one.state !== "won");
  }

  /** Puts a line into both books, but for what is wrong with it. */
  async #line(line: WorldLine, writeOurs: (at: number) => Promise<unknown>): Promise<void> {
    const { fault, kind, id, captureId, money, minutes, skew } = line;
    const ourTime = FROM + minutes * 60_000;
    const at = ourTime + skew * 60_000;
    if (fault !== "only_theirs") await writeOurs(ourTime);
    if (fault !== "only_ours")
      this.theirs.push({ kind, id, captureId, money: spoiled(money, fault), at, isUndone: false });
    if (fault !== "none") this.planted.push({ what: fault, id, at: fault === "only_ours" ? ourTime : at });
  }

  /** Ten minutes after; where it stands with us, that is a difference. */
  #undo({ kind, id, captureId, money, minutes, skew }: WorldLine, stands: boolean): void {
    const at = FROM + (minutes + skew + 10) * 60_000;
    this.theirs.push({ kind, id, captureId, money, at, isUndone: true });
    if (stands) this.planted.push({ what: "only_ours", id, at });
  }

  #newId(prefix: string): string {
    this.#made += 1;
    return `${prefix}_${this.#made}`;
  }
}

const moneyOf = (currency: keyof typeof DECIMALS, minor: number): Money => ({
  amount: Number(`${minor}e-${DECIMALS[currency]}`),
  currency,
});

function spoiled(money: Money, fault: RandomLine["fault"]): Money {
  if (fault === "other_currency") return { ...money, currency: "EUR" };
  return fault === "other_amount" ? { ...money, amount: Number((money.amount + 0.01).toFixed(3)) } : money;
}
