import type { AppOrder } from "~/orders/order-token.server";
import type { PaymentParams } from "~/upstream/catalogue.server";
import type { Caller } from "~/upstream/client.server";
import type { PurchaseBody, PurchaseResult } from "~/upstream/contract/purchase-result";

/** Where a provider sends the buyer afterwards; absolute addresses on our own origin. */
export interface ReturnAddresses {
  returnUrl: string;
  cancelUrl: string;
}

/** One purchase as every provider is told of it. The same purchase repeated is the same order. */
export interface Purchase {
  body: PurchaseBody;
  product: string;
  addresses: ReturnAddresses;
  /** The idempotency key. */
  attempt: string;
  /** Where the app's link came from. */
  channel?: string;
  /** What shows that a person pays, for a provider that asks for it; minted by the site where there is none. */
  proof?: string;
}

export type Facts = Readonly<Record<string, string>>;

/** How a buyer gets to the provider's page. The address is the provider's word: it is followed through the redirect guard only. */
export type HandOff = { kind: "link"; address: string } | { kind: "form"; address: string; fields: Facts };

export interface Opened {
  orderId: string;
  /** Missing where there is nothing to pay. */
  handOff?: HandOff;
  /** What the provider's frame in our page is opened with, where it has one. */
  frameFacts?: Facts;
}

/** A provider's script that opens its frame in our page, and what it is told. */
export interface FrameScript {
  script: string;
  facts: Facts;
}

/** What the buyer's browser brought back from the provider, by name: anybody may have written it. */
export type Returned = Facts;

/** What the site does with one payment provider. Every call may throw UpstreamError. */
export interface ProviderFlow {
  /** By form: what the form is made of is asked for again when the buyer is handed off. */
  readonly leavesBy: HandOff["kind"];
  /** Opens the order, or finds it again: the same idempotency key is the same order. */
  open(purchase: Purchase, caller: Caller): Promise<Opened>;
  /**
   * Asks the provider, through the payments API, how the order stands. `returned` only tells the API which payment is meant.
   * @throws MalformedReturn where `returned` cannot have come from this provider
   */
  ask(orderId: string, caller: Caller, returned?: Returned): Promise<PurchaseResult>;
  /** The provider's frame, as the payments API's settings name its script. */
  frameScript?(facts: Facts, params: PaymentParams): FrameScript | undefined;
}

/** A purchase begun in an app, as the address of the status page names it. */
export type AppPurchase = Pick<AppOrder, "orderId" | "transactionId" | "params">;

/** What the site does with a purchase begun in an app: it is only asked about. */
export interface AppFlow {
  /** @throws UpstreamError */
  ask(purchase: AppPurchase, caller: Caller): Promise<PurchaseResult>;
}

/** A hand-off by link; none where the payments API names no address. */
export const linkTo = (address: string | null | undefined): HandOff | undefined =>
  address ? { kind: "link", address } : undefined;

/** What every purchase call is sent under. */
export const keyOf = ({ attempt, channel }: Purchase) => ({ idempotencyKey: attempt, xFrom: channel });

/** An app's purchase in the API's words. */
export const confirmed = ({ orderId, transactionId, params }: AppPurchase) => ({
  order_id: orderId,
  transaction_id: transactionId,
  params,
});
