import type {
  CaptureFact,
  DisputeFact,
  Driver,
  DriverReport,
  HeardEvent,
  Money,
  Movement,
  PaymentName,
  RefundOrder,
} from "../../../payments/drivers/driver";
import { ForgedDelivery, OutcomeUnknown, Refused } from "../../../payments/drivers/errors";

/** `lost`: it did it, and nobody heard so. `away`: it did nothing. */
export type Fault = "lost" | "away" | "refused" | "none";

interface Payment {
  attemptId: string;
  captures: CaptureFact[];
  reports: DriverReport[];
}

interface Given {
  key: string | undefined;
  captureId: string;
  money: Money;
  at: number;
}

/** A provider in memory: what it took and gave back is true, whoever asks. */
export class ProviderStandIn {
  readonly payments = new Map<string, Payment>();
  readonly given: Given[] = [];
  readonly disputes: DisputeFact[] = [];
  /** What the next calls meet. */
  faults: Fault[] = [];
  asked = 0;
  /** What reading its books meets, page by page. */
  booksFaults: Fault[] = [];
  booksRead = 0;
  #taken = 0;
  #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The buyer of an attempt pays. */
  pay(attemptId: string, paid: Money): string {
    this.#taken += 1;
    const captureId = `ch_${this.#taken}_${attemptId}`;
    this.paymentOf(attemptId).captures.push({ captureId, paid, at: this.#now() });
    return captureId;
  }

  /** Somebody gives money back at the provider's own page. */
  giveBackThere(captureId: string, money: Money): void {
    this.given.push({ key: undefined, captureId, money, at: this.#now() });
  }

  givenBackOf(captureId: string): number {
    const cents = this.given
      .filter((one) => one.captureId === captureId)
      .map(({ money }) => Math.round(money.amount * 100));
    return cents.reduce((sum, one) => sum + one, 0) / 100;
  }

  paymentOf(attemptId: string): Payment {
    const found = this.payments.get(attemptId);
    if (!found) throw new Error(`Nothing was opened for ${attemptId}`);
    return found;
  }

  readonly can: { resume: "undo"; renewYears: number; currencies?: string[] } = {
    resume: "undo",
    renewYears: Number.POSITIVE_INFINITY,
  };

  readonly driver: Driver = {
    code: "so",
    name: "Stand-in",
    statement: "STAND-IN",
    can: this.can,
    open: ({ attemptId, expiresAt }) => this.#meet(() => this.#opened(attemptId, expiresAt)),
    find: ({ attemptId, expiresAt }) =>
      this.#meet(() => (this.payments.has(attemptId) ? this.#opened(attemptId, expiresAt) : undefined)),
    ask: (name) => this.#meet(() => ({ reports: this.#reportsOf(name), subscription: undefined })),
    close: ({ attemptId }) => this.#meet(() => (this.paymentOf(attemptId).captures.length > 0 ? "paid" : "closed")),
    hear: async ({ body, headers }) => heardIn(body, headers["x-signed-by"]),
    refund: (order) => this.#meet(() => this.#refund(order)),
    books: { lagMs: 3_600_000, movements: (time) => this.#pages(time), find: (id) => this.#find(id) },
  };

  #opened(attemptId: string, expiresAt: number) {
    if (!this.payments.has(attemptId)) this.payments.set(attemptId, { attemptId, captures: [], reports: [] });
    return { reference: `pay_${attemptId}`, payAt: `https://pay.example/${attemptId}`, expiresAt };
  }

  #reportsOf({ attemptId }: PaymentName): DriverReport[] {
    this.asked += 1;
    const { captures, reports } = this.paymentOf(attemptId);
    return [...reports, ...captures.flatMap((capture) => this.#reportsOfCapture(capture))];
  }

  #reportsOfCapture({ captureId, paid, at }: CaptureFact): DriverReport[] {
    const total = { amount: this.givenBackOf(captureId), currency: paid.currency };
    const disputes = this.disputes.filter((one) => one.captureId === captureId);
    return [
      { type: "captured", captureId, paid, at },
      ...(total.amount > 0 ? [{ type: "given_back" as const, captureId, total }] : []),
      ...disputes.map((one) => ({ type: "disputed" as const, ...one })),
    ];
  }

  /** As real ones do, it gives no more than it took, and nothing twice under one key. */
  #refund({ captureId, money, key }: RefundOrder) {
    if (!this.given.some((one) => one.key === key)) {
      const captures = [...this.payments.values()].flatMap((one) => one.captures);
      const capture = captures.find((one) => one.captureId === captureId);
      const after = Math.round((this.givenBackOf(captureId) + money.amount) * 100);
      if (!capture || after > Math.round(capture.paid.amount * 100))
        throw new Refused("More than was taken", "too_much");
      this.given.push({ key, captureId, money, at: this.#now() });
    }
    return { refundId: `re_${key}`, state: "done" as const };
  }

  async *#pages({ from, to }: { from: number; to: number }) {
    this.booksRead += 1;
    const found = this.#moved().filter(({ at }) => at >= from && at < to);
    for (let first = 0; first <= found.length; first += 2)
      yield await this.#meet(() => found.slice(first, first + 2), this.booksFaults);
  }

  #find = (id: string) => this.#meet(() => this.#moved().filter((one) => one.id === id), this.booksFaults);

  #moved(): Movement[] {
    const captures = [...this.payments.values()].flatMap((one) => one.captures);
    return [
      ...captures.map(({ captureId, paid, at }) => lineOf("capture", captureId, { captureId, money: paid, at })),
      ...this.given.map((one, place) => lineOf("refund", one.key ? `re_${one.key}` : `re_there_${place}`, one)),
    ];
  }

  async #meet<Answer>(act: () => Answer, faults = this.faults): Promise<Answer> {
    const fault = faults.shift() ?? "none";
    if (fault === "away") throw new OutcomeUnknown("No answer");
    if (fault === "refused") throw new Refused("Not now", "refused");
    const answer = act();
    if (fault === "lost") throw new OutcomeUnknown("The answer was lost");
    return answer;
  }
}

const lineOf = (
  kind: Movement["kind"],
  id: string,
  { captureId, money, at }: Pick<Movement, "captureId" | "money" | "at">,
): Movement => ({ kind, id, captureId, money, at, isUndone: false });

function heardIn(body: Buffer, signedBy: string | undefined): HeardEvent {
  if (signedBy !== "the provider") throw new ForgedDelivery("Signed by somebody else");
  return JSON.parse(body.toString("utf8"));
}
