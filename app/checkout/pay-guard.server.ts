import type { PayProvider } from "~/providers/pay-providers";
import { allowing } from "~/shell/page-sources.server";
import { type BotCheck, checkBot } from "~/visitor/bot-check/bot-check.server";
import { botCheckSources } from "~/visitor/bot-check/bot-check-settings.server";
import { stampForm } from "~/visitor/bot-check/bot-check-stamp.server";
import type { FormGuard } from "~/visitor/bot-check/guard";
import { senderOf, slowDown } from "~/visitor/bot-check/rate-limit.server";
import type { Visitor } from "~/visitor/visitor.server";
import type { CheckoutView } from "./checkout-view";
import type { OnSale } from "./on-sale.server";
import type { PayForm } from "./pay-form.server";

/** The provider whose purchases the payments API guards. */
const GUARDED: PayProvider = "rb";

/** What the form carries for the bot check, where a provider on offer needs it. A stamp stays as long as its attempt. */
export function guardOf({ providers, botCheck }: OnSale, attempt: string, kept = ""): FormGuard | undefined {
  if (!providers.includes(GUARDED)) return undefined;
  return { stamp: kept === "" ? stampForm("pay", attempt, new Date()) : kept, botCheck };
}

/** For the answer of a page with the form: its Content-Security-Policy names where the check's script is. */
export function checkoutSources({ form }: CheckoutView): Record<string, string> {
  const script = form?.guard?.botCheck;
  return script === undefined ? {} : allowing(botCheckSources(script));
}

/** The proof that goes with the purchase, where it needs one; or why there is none. */
export async function provePayer(
  fields: Record<string, string>,
  { attempt, email }: PayForm,
  provider: PayProvider,
  visitor: Visitor,
): Promise<BotCheck | { ok: true; recasign: undefined }> {
  if (provider !== GUARDED) return { ok: true, recasign: undefined };
  await slowDown("pay", senderOf(visitor, attempt, email));
  return checkBot(fields, "pay", attempt);
}
