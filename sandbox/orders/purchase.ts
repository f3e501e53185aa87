import type { ProviderCode } from "~/upstream/contract/catalogue";
import type { BotToken } from "../bot-check/check-token";
import type { SoldPlan } from "../catalog";
import type { Money } from "../machine/money";
import type { Buyer } from "./buyer";

/** A purchase whose fields have been checked; whether it can be made is still open. */
export interface Purchase {
  key: string;
  provider: ProviderCode;
  /** The provider's own id of the payment this may become. */
  reference: string;
  /** Undefined: the call is not guarded by the bot check. */
  botToken: BotToken | undefined;
  plan: SoldPlan;
  buyer: Buyer;
  country: string;
  couponId: string | undefined;
  /** What the buyer was shown. */
  shown: Money;
  /** An order to go on with after a decline. */
  orderId: string | undefined;
  returnUrl: string;
  cancelUrl: string;
  /** JSON of the affiliate payload. */
  attribution: string | null;
  /** Neither the key nor an order under way counts, and the price is the API's. */
  isBare: boolean;
  now: number;
}
