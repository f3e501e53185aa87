import type { Agreement } from "~/upstream/contract/agreement";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import type { BotToken } from "../../../sandbox/bot-check/check-token";
import type { SoldPlan } from "../../catalogue/plans";
import type { Money } from "../../machine/money";
import type { Buyer } from "./buyer";

/** A purchase whose fields are valid; it may still be refused. */
export interface Purchase {
  key: string;
  provider: ProviderCode;
  /** The provider's own id of the payment, if one is opened. */
  reference: string;
  /** Undefined: the call is not guarded by the bot check. */
  botToken: BotToken | undefined;
  plan: SoldPlan;
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
  /** Ignores the key and open orders, and uses the API's price. */
  isBare: boolean;
  now: number;
}
