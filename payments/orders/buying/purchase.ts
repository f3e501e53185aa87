import type { Agreement } from "~/upstream/contract/agreement";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import type { BotObjection } from "../../bot-check";
import type { Catalogue } from "../../catalogue/catalogue";
import type { SoldPlan } from "../../catalogue/plans";
import type { Money } from "../../machine/money";
import type { Tx } from "../../store/database";
import type { Buyer } from "./buyer";

/** A purchase whose fields are valid; it may still be refused. */
export interface Purchase {
  key: string;
  provider: ProviderCode;
  /**
   * The number of the last order event when the call came: before anything was asked for it. What was granted since fulfils its wish, also
   * where only this call found out that it was paid.
   */
  sinceEvent: number;
  /** Spends the bot check's token; undefined: the call is not guarded by it. */
  spendToken: ((tx: Tx) => Promise<BotObjection | undefined>) | undefined;
  plan: SoldPlan;
  /** Of which the plan is. */
  catalogue: Catalogue;
  buyer: Buyer;
  /** What all attempts of one browser share; null: this attempt is like no other. */
  browser: string | null;
  /** The user of the call's token, who may change from another plan. */
  memberId: number | undefined;
  country: string;
  /** That of the network which the call was made for; null where it is not known. */
  networkCountry: string | null;
  /** The app that it is made for. */
  appType: number | null;
  couponId: string | undefined;
  /** The price that the buyer was shown. */
  shown: Money;
  /** The order to continue after a decline. */
  orderId: string | undefined;
  /** Of this API's own pages. */
  origin: string;
  returnUrl: string;
  cancelUrl: string;
  /** JSON of the affiliate payload. */
  attribution: string | null;
  /** The browser's id for analytics. */
  frontId: string | null;
  /** One of the site's codes. */
  language: string | null;
  /** Of the buyer's browser. */
  timeZone: string | null;
  /** The version of the terms that the buyer agreed to. */
  termsVersion: string | null;
  /** What else the buyer agreed to; undefined where the purchase does not say it. */
  agreement: Agreement | undefined;
  now: number;
}
