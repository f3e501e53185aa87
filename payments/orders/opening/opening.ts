import { periodEnd } from "~/upstream/contract/deadlines";
import type { Catalogue } from "../../catalogue/catalogue";
import { soldPeriod } from "../../catalogue/plans";
import type { Opening } from "../../drivers/driver";
import { languageOf, lengthIn } from "../../mail/letters";
import { buyerPlace } from "../buyer-place";
import type { Terms } from "../buying/terms";
import type { OrderRow } from "../tables";

interface Sold {
  attemptId: string;
  catalogue: Catalogue;
  order: OrderRow;
  returnUrl: string;
  cancelUrl: string;
  language: string | null;
  now: number;
}

/** What a provider is asked for: the price of today, and what follows. */
export function openingOf(sold: Sold, { plan, price, trialDays, renewalAmount }: Terms): Opening {
  const { attemptId, catalogue, order, returnUrl, cancelUrl, now } = sold;
  const { interval, interval_count } = plan;
  const place = buyerPlace(order);
  const language = sold.language ?? order.language ?? undefined;
  return {
    attemptId,
    orderId: order.id,
    madeAt: now,
    price,
    period: soldPeriod(plan, trialDays),
    renewal: renewalAmount === null ? undefined : { interval, interval_count, amount: renewalAmount },
    renewsAt: renewalAmount === null ? undefined : periodEnd(now, soldPeriod(plan, trialDays), place),
    planId: plan.id,
    title: `${catalogue.sender.appName}, ${lengthIn(languageOf(language), soldPeriod(plan, trialDays))}`,
    email: order.email,
    language,
    country: order.country_code,
    returnUrl,
    cancelUrl,
    expiresAt: order.expires_at,
  };
}
