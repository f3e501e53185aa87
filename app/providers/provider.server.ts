import type { PaymentParams } from "~/upstream/catalogue.server";
import type { Caller, CallOptions } from "~/upstream/client/client.server";
import type { FrameProvider, ProviderCode } from "~/upstream/contract/catalogue";
import type { APP_PURCHASE_PARAMS, AppProviderCode } from "~/upstream/contract/purchase-calls";
import type { PurchaseBody, PurchaseResult } from "~/upstream/contract/purchase-result";

/** Where a provider sends the buyer afterwards; absolute addresses on our own origin. */
export interface ReturnAddresses {
  returnUrl: string;
  cancelUrl: string;
}

/** One purchase, as passed to any provider. Repeating the same purchase gives the same order. */
export interface Purchase {
  body: PurchaseBody;
  product: string;
  addresses: ReturnAddresses;
  /** The idempotency key. */
  attempt: string;
  /** Of the purchase call: under which key, and how long. */
  options: CallOptions;
  /** For a guarded provider: the bot check's token. A repeated call has none and carries the site's own token. */
  botToken?: string;
}

export type Facts = Readonly<Record<string, string>>;

/**
 * How a buyer gets to the provider's page, from the answer of the purchase call; see currentHandOff for what a later answer changes. Its
 * address comes from the provider, so it is only followed through the redirect guard.
 */
export interface HandOff {
  kind: "link" | "form";
  address: string;
  /** The fields of the form, or the values that the provider's frame is opened with. */
  facts?: Facts;
}

export interface OpenedPayment {
  orderId: string;
  /** Without an address where there is nothing to pay. */
  handOff: Omit<HandOff, "address"> & { address: string | null | undefined };
}

/** What the site itself knows of a purchase when its buyer is handed off. */
export interface Leaving {
  address: string;
  email: string;
  country: string;
  addresses: ReturnAddresses;
}

/** A provider's script that opens its frame in our page, and the values for it. */
interface FrameScript {
  script: string;
  facts: Facts;
}

/** The parameters the buyer's browser brought back from the provider: untrusted. */
export type Returned = Facts;

/** A provider that buyers pay through on this site. Every call may throw UpstreamError. */
export interface PaymentProvider {
  /** The one country whose payment methods it offers. */
  readonly homeCountry?: string;
  /** The payments API asks for the bot check before it opens an order. */
  readonly isGuarded?: true;
  /** The merchant's name on the buyer's card statement, where the payments API's settings have it. */
  statementName(params: PaymentParams): string | undefined;
  /** Opens the order; the same idempotency key gives the same order. */
  open(purchase: Purchase, caller: Caller): Promise<OpenedPayment>;
  /**
   * Asks the provider, through the payments API, for the order's status. `returned` says which payment is meant.
   * @throws MalformedReturn where `returned` cannot have come from this provider
   */
  ask(orderId: string, caller: Caller, returned?: Returned): Promise<PurchaseResult>;
  /** The payments API has no call that tells how an order there stands. */
  isUntold?(): boolean;
  /** The fields of a hand-off by form. */
  formFields?(facts: Facts, leaving: Leaving): Facts;
  /** The provider's frame, as the payments API's settings name its script. */
  frameScript?(facts: Facts, leaving: Leaving, params: PaymentParams): FrameScript | undefined;
}

/** A module for every provider of the contract; those with a frame in our page name its script. */
export type PaymentProviders = {
  readonly [Code in ProviderCode]: Code extends FrameProvider
    ? Required<Pick<PaymentProvider, "frameScript">> & PaymentProvider
    : PaymentProvider;
};

/** A purchase made in an app, from the parameters of the status page's address. */
export interface AppPurchase {
  orderId: string;
  transactionId: string;
  params: Partial<Record<(typeof APP_PURCHASE_PARAMS)[number], string>>;
}

/** A provider that is paid in an app: the site only asks about the purchase. */
export interface AppProvider {
  /** @throws UpstreamError */
  ask(purchase: AppPurchase, caller: Caller): Promise<PurchaseResult>;
}

export type AppProviders = Readonly<Record<AppProviderCode, AppProvider>>;
