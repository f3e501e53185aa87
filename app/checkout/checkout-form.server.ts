import type { Tried } from "~/offers/apply-coupon.server";
import { summaryView } from "~/offers/summary-view";
import { accountView } from "~/visitor/identity/account-view";
import { mistakeWords } from "./again.server";
import type { CheckoutContext } from "./checkout-context.server";
import type { CheckoutForm } from "./checkout-view";
import type { Entries } from "./entries.server";
import type { OnSale } from "./on-sale.server";
import { guardOf } from "./pay-guard.server";
import { quoteOf, sealQuote } from "./quote.server";

/**
 * The form for an offer, filled in. The attempt is the idempotency key: minted with the form, so that sending this form
 * twice is one purchase.
 */
export async function formOf(
  { lang, visitor, profile, earlier }: CheckoutContext,
  onSale: OnSale,
  tried: Tried,
  entries: Entries,
): Promise<CheckoutForm> {
  const now = new Date();
  const { offer, refused } = tried;
  const attempt = entries.attempt ?? crypto.randomUUID();
  return {
    planId: offer.planId,
    summary: summaryView(lang, offer, now),
    attempt,
    quote: await sealQuote(quoteOf(offer, onSale.country, now)),
    providers: onSale.providers.map((code) => ({ code, statement: onSale.statement[code] })),
    email: entries.email,
    question: entries.emailAsked === undefined ? undefined : { asked: entries.emailAsked },
    provider: entries.provider,
    coupon: { typed: entries.coupon, isRefused: refused !== undefined },
    account: accountView(lang, profile, visitor.session?.user_id, now),
    gated: onSale.isGated ? mistakeWords(lang, "gated") : undefined,
    guard: guardOf(onSale, attempt, entries.stamp),
    order: earlier?.token,
  };
}
