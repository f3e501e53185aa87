import { periodDays } from "../../../payments/catalogue/plans";
import {
  type Abilities,
  type CaptureFact,
  type DisputeFact,
  type Driver,
  givenBack,
  type Money,
  type Opening,
  type SubscriptionDriver,
  type SubscriptionStanding,
  type TakenBack,
} from "../../../payments/drivers/driver";
import { OutcomeUnknown, Refused } from "../../../payments/drivers/errors";
import { sumOf } from "../../../payments/machine/money";

type Renewal = SubscriptionStanding["renewals"][number];

/** A subscription in the provider's books. */
interface Booked {
  opening: Opening;
  state: SubscriptionStanding["state"];
  renewals: Renewal[];
  /** Ends it at the end of what is paid. */
  isCancelled: boolean;
  /** When the next payment is, if the merchant has agreed on another day there. */
  movedTo?: number | undefined;
  /** When the card expires that it is charged to. */
  cardEnds?: number | undefined;
}

/** `down`: it neither does anything nor answers; `deaf`: it does what it is asked, and its answer is lost. */
type Mood = "well" | "down" | "deaf";

/** A provider whose books are in memory, with what a test lets happen to them. */
export class MemoryProvider {
  mood: Mood = "well";
  /** How many of the newest renewals its lists do not have yet. */
  late = 0;
  /** Orders are refused. */
  refuses = false;
  readonly payments = new Map<string, { opening: Opening; capture: CaptureFact | undefined }>();
  readonly subscriptions = new Map<string, Booked>();
  /** What went back, by whomever; of ours with its key. */
  readonly given: { captureId: string; money: Money; key?: string }[] = [];
  /** How they stand, by id. */
  readonly disputes = new Map<string, DisputeFact>();
  /** What it was asked to do, once for each key, in order. */
  readonly done: string[] = [];
  /** How often it was asked how subscriptions stand. */
  asked = 0;
  readonly #keys = new Set<string>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The buyer pays on its page. */
  pay(attemptId: string): void {
    const { opening } = this.#payment(attemptId);
    const capture = { captureId: `cap_${attemptId}`, paid: opening.price, at: this.#now() };
    this.payments.set(attemptId, { opening, capture });
    if (opening.renewal)
      this.subscriptions.set(`s_${attemptId}`, { opening, state: "active", renewals: [], isCancelled: false });
  }

  booked(reference: string): Booked {
    const booked = this.subscriptions.get(reference);
    if (!booked) throw new Error(`no subscription ${reference}`);
    return booked;
  }

  /** Charges the next period, whatever anybody wants. @returns the capture */
  charge(reference: string, paid?: number): string {
    const booked = this.booked(reference);
    const { renewal, price } = booked.opening;
    const startsAt = this.paidUntil(reference);
    const captureId = `${reference}.r${booked.renewals.length + 1}`;
    const money = { amount: paid ?? renewal?.amount ?? 0, currency: price.currency };
    booked.renewals.push({ captureId, paid: money, at: this.#now(), startsAt, endsAt: startsAt + periodMs(renewal) });
    booked.state = booked.isCancelled ? "ending" : "active";
    booked.movedTo = undefined;
    return captureId;
  }

  fail(reference: string): void {
    this.booked(reference).state = "past_due";
  }

  end(reference: string): void {
    this.booked(reference).state = "ended";
  }

  paidUntil(reference: string): number {
    const { renewals, opening, movedTo } = this.booked(reference);
    return movedTo ?? renewals.at(-1)?.endsAt ?? opening.renewsAt ?? 0;
  }

  driver(resume: Abilities["resume"] = "undo"): Driver {
    return {
      code: "so",
      name: "Memory",
      statement: undefined,
      can: { resume, renewYears: 3 },
      open: async (opening) => {
        this.payments.set(opening.attemptId, { opening, capture: undefined });
        return { reference: `p_${opening.attemptId}`, payAt: "https://pay.test/1", expiresAt: opening.expiresAt };
      },
      find: async () => undefined,
      ask: async ({ attemptId }) => {
        const { capture } = this.#payment(attemptId);
        const subscription = this.subscriptions.has(`s_${attemptId}`) ? `s_${attemptId}` : undefined;
        const reports = capture ? [{ type: "captured" as const, ...capture }, ...this.#backOf(capture)] : [];
        return { reports, subscription };
      },
      close: async () => "closed",
      hear: () => Promise.reject(new Error("nothing is heard")),
      refund: async ({ key, captureId, money }) => {
        if (!this.given.some((one) => one.key === key)) this.given.push({ captureId, money, key });
        return { refundId: key, state: "done" };
      },
      subscriptions: this.#subscriptionDriver(resume),
    };
  }

  #subscriptionDriver(resume: Abilities["resume"]): SubscriptionDriver {
    const order = (what: string, act: (booked: Booked) => void) => async (reference: string, call: { key: string }) =>
      this.#obey(`${what} ${reference}`, call.key, () => act(this.booked(reference)));
    return {
      ask: async (reference) => {
        this.asked += 1;
        if (this.mood === "down") throw new OutcomeUnknown("down");
        const { state, renewals, cardEnds } = this.booked(reference);
        return {
          state,
          cardEnds,
          paidUntil: this.paidUntil(reference),
          renewals: renewals.slice(0, Math.max(0, renewals.length - this.late)),
          reports: renewals.flatMap((renewal) => this.#backOf(renewal)),
        };
      },
      cancelAtEnd: order("cancel", (booked) => {
        booked.isCancelled = true;
        if (booked.state !== "ended") booked.state = "ending";
      }),
      ...(resume === "none" ? {} : { resume: order("resume", resumeOne) }),
      endNow: order("end", (booked) => {
        booked.state = "ended";
      }),
      cardPage: async (reference, { returnUrl }) => {
        if (this.mood === "down") throw new OutcomeUnknown("down");
        return `https://pay.test/card/${reference}?back=${encodeURIComponent(returnUrl)}`;
      },
    };
  }

  #backOf({ captureId, paid: { currency } }: CaptureFact): TakenBack[] {
    const given = this.given.filter((one) => one.captureId === captureId);
    const amount = sumOf(given.map(({ money }) => money.amount));
    const disputes = [...this.disputes.values()].filter((one) => one.captureId === captureId);
    const disputed = disputes.map((one) => ({ type: "disputed" as const, ...one }));
    return [...givenBack(captureId, { amount, currency }), ...disputed];
  }

  #obey(what: string, key: string, act: () => void): void {
    if (this.mood === "down") throw new OutcomeUnknown("down");
    if (this.refuses) throw new Refused("It will not.", "refused");
    if (!this.#keys.has(key)) act();
    if (!this.#keys.has(key)) this.done.push(what);
    this.#keys.add(key);
    if (this.mood === "deaf") throw new OutcomeUnknown("lost");
  }

  #payment(attemptId: string) {
    const payment = this.payments.get(attemptId);
    if (!payment) throw new Error(`no payment ${attemptId}`);
    return payment;
  }
}

/** About the plan's; the provider's own calendar counts. */
const periodMs = (renewal: Opening["renewal"]): number => (renewal ? periodDays(renewal) : 30) * 86_400_000;

function resumeOne(booked: Booked): void {
  if (booked.state === "ended") throw new Refused("It has ended.", "ended");
  booked.isCancelled = false;
  booked.state = "active";
}
