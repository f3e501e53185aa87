import type { ProviderCode } from "~/upstream/contract/catalogue";
import type { AppProviderCode } from "~/upstream/contract/purchase-calls";
import type { DeclineBucket } from "~/upstream/contract/purchase-result";
import type { PlanPeriod } from "~/upstream/contract/values/plan-period";

/**
 * What a payment provider does for us. Each provider has a folder that implements it and knows neither the database nor our API nor another
 * driver; the sandbox's simulated providers implement it, too.
 *
 * No function is called inside a database transaction. Each may throw `OutcomeUnknown`: nobody knows whether the provider did it. After a
 * lost answer to `open` only `find` is called, never `open` again.
 */
export interface Driver {
  /** Which of the contract's codes it stands behind; an app's store has one, too. */
  readonly code: ProviderCode | AppProviderCode;
  /** For logs, reports and the operator: "Stripe". */
  readonly name: string;
  /** The merchant's name as buyers find it on their statements; undefined: not known. */
  readonly statement: string | undefined;
  /** A merchant of record, and where buyers find its invoices: the tax is its own. Undefined: it only takes the money. */
  readonly seller?: string;
  readonly can: Abilities;
  /** Opens a page of the provider for one attempt. @throws OutcomeUnknown | Refused */
  open(opening: Opening, call: Call): Promise<OpenedPayment>;
  /** What `open` made for this attempt; undefined: nothing was made, nor will be. @throws OutcomeUnknown */
  find(opening: Opening, call: Call): Promise<OpenedPayment | undefined>;
  /** What the provider says of a payment now. Money that was approved is captured first, if `mayCapture`. @throws OutcomeUnknown */
  ask(payment: PaymentName, call: AskCall): Promise<PaymentStanding>;
  /** Ends a payment that nobody has made yet, so that its page takes nothing any more. @throws OutcomeUnknown */
  close(payment: PaymentName, call: Call): Promise<"closed" | "paid">;
  /** Checks a webhook and tells which payment or subscription to ask about. @throws ForgedDelivery */
  hear(delivery: Delivery, call: Call): Promise<HeardEvent>;
  /** Gives money back. The same key gives it back once. @throws OutcomeUnknown | Refused */
  refund(refund: RefundOrder, call: Call): Promise<RefundStanding>;
  /** Its books, for the daily comparison; undefined: it has none that can be read. */
  readonly books?: ProviderBooks;
  /** Undefined: it sells nothing that renews. */
  readonly subscriptions?: SubscriptionDriver;
}

/** What a driver is made with, beside the keys of its provider. */
export interface ProviderSettings {
  /** "https://api.stripe.com" */
  readonly apiOrigin: string;
  /** As it stands on buyers' statements. */
  readonly statement?: string | undefined;
}

export interface Abilities {
  /** How a cancelled renewal comes back: the cancelling is undone, a suspension is lifted, or not at all. */
  readonly resume: "undo" | "suspend" | "none";
  /** The longest time between two payments of a subscription, in years, as the provider's reference of its calls has it. */
  readonly renewYears: number;
  /** Those that it takes money in, by ISO 4217. Missing: any. */
  readonly currencies?: readonly string[];
}

export const takesCurrency = ({ currencies }: Abilities, currency: string): boolean =>
  currencies?.includes(currency) ?? true;

/** What every call has. */
export interface Call {
  /** When the caller stops waiting. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  now(): number;
}

export interface AskCall extends Call {
  readonly mayCapture: boolean;
}

/**
 * Whether the provider knows the key of an attempt's first call for a while yet: then the same call again is no second one.
 * @param keyHours for how long it knows one
 */
export const isKeyKnown = ({ madeAt }: Opening, keyHours: number, now: number): boolean =>
  now < madeAt + (keyHours - 1) * 3_600_000;

/** Major units. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** An attempt as a provider has to know it. All of it is stored with the attempt, so that the same call can be made again. */
export interface Opening {
  readonly attemptId: string;
  readonly orderId: string;
  /** When the attempt was made, in milliseconds since 1970: how long a provider knows its key counts from then. */
  readonly madeAt: number;
  /** To be paid today, coupons taken off; 0 where a trial asks for a way to pay and takes nothing yet. */
  readonly price: Money;
  /** What is sold for it: the trial, or the plan's period. */
  readonly period: PlanPeriod;
  /** What each later period costs, in the currency of the price; undefined: nothing renews. */
  readonly renewal: Renewal | undefined;
  /** When the first renewal is due, in milliseconds since 1970; undefined: nothing renews. */
  readonly renewsAt: number | undefined;
  readonly planId: string;
  /** What the buyer reads on the provider's page, in their language. */
  readonly title: string;
  readonly email: string;
  /** One of the site's languages, such as "pt-BR"; undefined: not known. */
  readonly language: string | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Where the buyer goes after paying. The provider may add parameters; none of them is trusted. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** Milliseconds since 1970; until then the page may take money. */
  readonly expiresAt: number;
}

export interface Renewal extends PlanPeriod {
  readonly amount: number;
}

/** A payment by the provider's id and ours. */
export interface PaymentName {
  readonly attemptId: string;
  readonly reference: string;
}

export interface OpenedPayment {
  /** The provider's id. */
  readonly reference: string;
  /** The provider's page; a path is below our own origin. Undefined: it is not to be paid any more. */
  readonly payAt: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Money that the provider took. */
export interface CaptureFact {
  /** By which it is given back. */
  readonly captureId: string;
  readonly paid: Money;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Something that a provider says of a payment. The same fact is the same report, however often it is made. */
export type DriverReport =
  | { readonly type: "action_required" }
  | { readonly type: "processing" }
  | { readonly type: "abandoned" }
  | { readonly type: "declined"; readonly bucket: DeclineBucket }
  | ({ readonly type: "captured" } & CaptureFact)
  /** All that went back of a capture so far, by whomever. */
  | { readonly type: "given_back"; readonly captureId: string; readonly total: Money }
  | ({ readonly type: "disputed" } & DisputeFact);

export type TakenBack = Extract<DriverReport, { type: "given_back" | "disputed" }>;

/** What went back of a capture so far, if anything did. */
export const givenBack = (captureId: string, total: Money): TakenBack[] =>
  total.amount === 0 ? [] : [{ type: "given_back", captureId, total }];

export interface DisputeFact {
  readonly captureId: string;
  readonly disputeId: string;
  readonly state: "open" | "won" | "lost";
  readonly money: Money;
  /** The provider's word for it. */
  readonly reason: string;
  /** Until when evidence is taken, in milliseconds since 1970; undefined: none is wanted, or none any more. */
  readonly evidenceBy: number | undefined;
}

export interface PaymentStanding {
  /** `eventId`: the provider's own id of what it reports, where it has one. */
  readonly reports: readonly (DriverReport & { readonly eventId?: string })[];
  /** The subscription that it began, by the provider's id. */
  readonly subscription: string | undefined;
}

/** Whether anything was taken, or may come yet, of a payment whose page is to take nothing more. */
export const closedOrPaid = ({ reports }: PaymentStanding): "closed" | "paid" =>
  reports.every(({ type }) => type === "abandoned" || type === "declined") ? "closed" : "paid";

/** A webhook as it came. */
export interface Delivery {
  readonly body: Buffer;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** A genuine webhook. All undefined: it tells of nothing that concerns us. */
export interface HeardEvent {
  readonly eventId: string;
  /** The provider's word for what happened, for the log. */
  readonly kind: string;
  /** To be asked about. */
  readonly payment?: string | undefined;
  /** To be asked about, by our own id: the event has it, and not the provider's of the payment. */
  readonly attemptId?: string | undefined;
  /** To be asked about, by a capture of it: an event of a refund or a dispute often has no other name. */
  readonly captureId?: string | undefined;
  /** To be asked about. */
  readonly subscription?: string | undefined;
}

export interface RefundOrder {
  readonly captureId: string;
  readonly money: Money;
  readonly key: string;
  /** Ours, for the provider's records. */
  readonly orderId: string;
}

export interface RefundStanding {
  /** The provider's id. */
  readonly refundId: string;
  readonly state: "done" | "pending" | "failed";
}

export interface ProviderBooks {
  /** For how long what happened may be missing in them, in milliseconds. */
  readonly lagMs: number;
  /**
   * Money that moved in a time, page by page. A line may come twice, and lines from around the time may be among them.
   * @throws OutcomeUnknown
   */
  movements(time: { from: number; to: number }, call: Call): AsyncIterable<readonly Movement[]>;
  /** What they have by a line's id, whenever that moved around a time. @throws OutcomeUnknown */
  find(id: string, around: number, call: Call): Promise<readonly Movement[]>;
}

/** One line of the provider's books. */
export interface Movement {
  readonly kind: "capture" | "refund" | "dispute";
  /** The provider's: of a capture its own, of a refund that of `RefundStanding`, of a dispute the dispute's or of its line. */
  readonly id: string;
  /** The capture that it is about. */
  readonly captureId: string;
  /** What the buyer paid or got back, in the currency they paid in, without the provider's fees; always positive. */
  readonly money: Money;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** It was taken back: a payment or a refund failed after all, a dispute was won. */
  readonly isUndone: boolean;
}

/** What renews by the provider's own clock. */
export interface SubscriptionDriver {
  ask(reference: string, call: Call): Promise<SubscriptionStanding>;
  /** No further period is charged; what is paid runs on. */
  cancelAtEnd(reference: string, call: Call & { key: string }): Promise<void>;
  /** Takes that back. Undefined: it cannot be. */
  readonly resume?: (reference: string, call: Call & { key: string }) => Promise<void>;
  /** Ends it at once; nothing is given back by it. */
  endNow(reference: string, call: Call & { key: string }): Promise<void>;
  /** A page of the provider where the buyer changes how they pay. Undefined: it has none. */
  readonly cardPage?: (reference: string, call: Call & { returnUrl: string }) => Promise<string>;
}

export interface SubscriptionStanding {
  readonly state: "active" | "past_due" | "ending" | "ended";
  /** Until when it is paid, in milliseconds since 1970. */
  readonly paidUntil: number;
  /** When the card expires that is charged next, in milliseconds since 1970; undefined: it is no card, or the provider does not say. */
  readonly cardEnds?: number | undefined;
  /** Renewals that were paid, oldest first; the first payment is not among them. */
  readonly renewals: readonly (CaptureFact & { readonly startsAt: number; readonly endsAt: number })[];
  /** What went back of renewals, and disputes about them. */
  readonly reports: readonly TakenBack[];
}
