import Big from "big.js";
import type { Money, Movement } from "../drivers/driver";
import type { Db, Tx } from "../store/database";
import type { Day } from "./day";

type Found = Map<Movement, Money>;

/**
 * What we say of a provider's lines, whenever we say it happened. A refund that somebody else gave is known to us only as a sum: it counts
 * as ours as far as that sum goes beyond what was found on other days. Lines that were undone are looked for among what stands with us.
 */
export class Counterparts {
  /** By capture: what is left of what others gave back, and what this day took of it. */
  readonly #byOthers = new Map<string, { left: Big; taken: Big }>();

  constructor(
    readonly db: Db,
    readonly driver: string,
    readonly day: Day,
  ) {}

  /** What we say of each line that we know. */
  async of(lines: readonly Movement[]): Promise<Found> {
    const kinds = { capture: this.#captures, refund: this.#refunds, dispute: this.#disputes } as const;
    const found: Found = new Map();
    for (const kind of ["capture", "refund", "dispute"] as const) {
      const some = lines.filter((line) => line.kind === kind);
      if (some.length > 0) await kinds[kind](some, found);
    }
    return found;
  }

  /** Writes down what others gave back, so that no other day counts it again. */
  async save(tx: Tx): Promise<void> {
    const { driver, day } = this;
    await tx.deleteFrom("reconciliation_returns").where("driver", "=", driver).where("day", "=", day).execute();
    for (const [capture_id, { taken }] of this.#byOthers) {
      const row = { driver, day, capture_id, amount: taken.toNumber() };
      if (taken.gt(0)) await tx.insertInto("reconciliation_returns").values(row).execute();
    }
  }

  #captures = async (lines: readonly Movement[], found: Found): Promise<void> => {
    const ids = lines.map(({ id }) => id);
    for (const table of ["captures", "subscription_charges"] as const) {
      const rows = await this.db
        .selectFrom(table)
        .select(["id", "amount", "currency"])
        .where("id", "in", ids)
        .execute();
      const byId = new Map(rows.map(({ id, ...money }) => [id, money]));
      for (const line of lines) {
        const money = byId.get(line.id);
        if (money !== undefined) found.set(line, money);
      }
    }
  };

  #refunds = async (lines: readonly Movement[], found: Found): Promise<void> => {
    const rows = await this.db
      .selectFrom("refunds")
      .select(["refund_id", "capture_id", "amount", "currency", "state"])
      .where("capture_id", "in", captureIds(lines))
      .execute();
    const nameless = rows.filter(({ refund_id, state }) => refund_id === null && state === "sent");
    for (const line of lines) {
      const own = rows.find(({ refund_id }) => refund_id === line.id);
      const lost = nameless.findIndex(
        ({ capture_id, amount }) => capture_id === line.captureId && amount === line.money.amount,
      );
      const ours = own ?? (lost === -1 ? await this.#givenByOthers(line) : nameless.splice(lost, 1)[0]);
      const stands = own === undefined || own.state === "done" || !line.isUndone;
      if (ours !== undefined && stands) found.set(line, { amount: ours.amount, currency: ours.currency });
    }
  };

  /** PayPal's line of a dispute does not name the dispute. */
  #disputes = async (lines: readonly Movement[], found: Found): Promise<void> => {
    const rows = await this.db
      .selectFrom("disputes")
      .select(["id", "capture_id", "amount", "currency", "state"])
      .where("capture_id", "in", captureIds(lines))
      .execute();
    for (const line of lines) {
      const ours =
        rows.find(({ id }) => id === line.id) ?? rows.find(({ capture_id }) => capture_id === line.captureId);
      const stands = !line.isUndone || ours?.state !== "won";
      if (ours && stands) found.set(line, { amount: ours.amount, currency: ours.currency });
    }
  };

  async #givenByOthers({ captureId, money, isUndone }: Movement): Promise<Money | undefined> {
    const known = this.#byOthers.get(captureId) ?? { left: await this.#unseenOf(captureId), taken: Big(0) };
    this.#byOthers.set(captureId, known);
    if (isUndone || known.left.lt(money.amount)) return undefined;
    known.left = known.left.minus(money.amount);
    known.taken = known.taken.plus(money.amount);
    return money;
  }

  async #unseenOf(captureId: string): Promise<Big> {
    const returns = this.db.selectFrom("capture_returns").select("by_others").where("capture_id", "=", captureId);
    const seen = await this.db
      .selectFrom("reconciliation_returns")
      .select("amount")
      .where("capture_id", "=", captureId)
      .where("day", "!=", this.day)
      .execute();
    const given = (await returns.executeTakeFirst())?.by_others ?? 0;
    return seen.reduce((left, { amount }) => left.minus(amount), Big(given));
  }
}

const captureIds = (lines: readonly Movement[]): string[] => lines.map(({ captureId }) => captureId);
