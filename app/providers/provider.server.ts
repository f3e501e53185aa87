import { env } from "~/env.server";
import type { PaymentParams } from "~/upstream/catalogue.server";
import type { Caller } from "~/upstream/client.server";
import type { APP_PURCHASE_PARAMS, AppProviderCode } from "~/upstream/contract/app-purchase";
import type { FrameProvider, ProviderCode } from "~/upstream/contract/catalogue";
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
  /** The payments API honours the key: a call that broke off may be sent once more. */
  isKeyHonoured: boolean;
  /** For a guarded provider: the token of the bot check. Without one a call that is repeated carries the site's own. */
  botToken?: string;
}

export type Facts = Readonly<Record<string, string>>;

/**
 * How a buyer gets to the provider's page, as the purchase's own answer says; no later answer changes it. The address is the
 * provider's word: it is followed through the redirect guard only.
 */
export interface HandOff {
  kind: "link" | "form";
  address: string;
  /** What else the answer says: the fields of the form, or what the provider's frame is opened with. */
  facts?: Facts;
}

interface Opened {
  orderId: string;
  /** Missing where there is nothing to pay. */
  handOff?: HandOff;
}

/** What the site itself knows of a purchase when its buyer is handed off. */
export interface Leaving {
  address: string;
  email: string;
  country: string;
  addresses: ReturnAddresses;
}

/** A provider's script that opens its frame in our page, and what it is told. */
export interface FrameScript {
  script: string;
  facts: Facts;
}

/** What the buyer's browser brought back from the provider, by name: anybody may have written it. */
export type Returned = Facts;

/** A provider that buyers pay through on this site: all that the site knows of it. Every call may throw UpstreamError. */
export interface PaymentProvider {
  /** Its name and what a buyer should know of it, as keys of the messages. */
  readonly words: { readonly name: `providers:${ProviderCode}.name`; readonly hint: `providers:${ProviderCode}.hint` };
  /** The country whose ways to pay it offers: listed first there and last everywhere else. */
  readonly homeCountry?: string;
  /** The payments API asks for the bot check before it opens an order. */
  readonly isGuarded?: true;
  /** The merchant as the buyer's card statement will name it, where the payments API's settings tell. */
  statementName(params: PaymentParams): string | undefined;
  /** Opens the order, or finds it again: the same idempotency key is the same order. */
  open(purchase: Purchase, caller: Caller): Promise<Opened>;
  /**
   * Asks the provider, through the payments API, how the order stands. `returned` only tells the API which payment is meant.
   * @throws MalformedReturn where `returned` cannot have come from this provider
   */
  ask(orderId: string, caller: Caller, returned?: Returned): Promise<PurchaseResult>;
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

/** A purchase begun in an app, as the address of the status page names it. */
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

/** A hand-off by link; none where the payments API names no address. */
export const linkTo = (address: string | null | undefined, facts?: Facts): HandOff | undefined =>
  address ? { kind: "link", address, facts } : undefined;

/** What every purchase call is sent under. */
export const keyOf = ({ attempt, channel, isKeyHonoured }: Purchase) => ({
  idempotencyKey: attempt,
  isKeyHonoured,
  xFrom: channel,
  // Whoever sends it keeps what it answers, however late.
  runsOnMs: env().purchaseCeilingMs,
});
