import { z } from "zod";
import { goWithout, pageUnavailable } from "~/errors/errors.server";
import type { LocaleCode } from "~/i18n/locales";
import { appProviderOf } from "~/providers/providers.server";
import { loadPlans } from "~/upstream/catalogue.server";
import { tokenRefusal, UpstreamError } from "~/upstream/client/upstream-error";
import { APP_PROVIDERS, gapPurchaseResult } from "~/upstream/contract/purchase-calls";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import type { Visitor } from "~/visitor/visitor.server";
import type { AppOrder } from "./order-token.server";

const { order_id, transaction_id, params } = gapPurchaseResult.body.shape;

/** The parameters that describe a purchase made in an app; all others are ignored. */
const appAddress = z.object({ provider: z.enum(APP_PROVIDERS), order_id, transaction_id, ...params.shape });

/**
 * The order behind a link from an app, as the payments API confirms it. Undefined where the address names no purchase
 * or the API does not know it. @throws a 503 where the API cannot be asked
 */
export async function confirmAppPurchase(
  query: URLSearchParams,
  lang: LocaleCode,
  visitor: Visitor,
): Promise<AppOrder | undefined> {
  const named = appAddress.safeParse(firstOfEach(query));
  if (!named.success) return undefined;
  const { provider, order_id: orderId, transaction_id: transactionId, ...rest } = named.data;
  const purchase = { provider, orderId, transactionId, params: rest };
  const result = await confirm(purchase, visitor).catch(pageUnavailable);
  return (
    result && { kind: "app", ...purchase, ...(await planAndPrice(result, visitor)), lang, appType: visitor.appType }
  );
}

const firstOfEach = (query: URLSearchParams) => Object.fromEntries([...query].reverse());

type NamedPurchase = Pick<AppOrder, "provider" | "orderId" | "transactionId" | "params">;

/** Undefined: the API says that there is no such purchase. */
async function confirm(purchase: NamedPurchase, { caller }: Visitor): Promise<PurchaseResult | undefined> {
  try {
    return await appProviderOf(purchase.provider).ask(purchase, caller);
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.isOutage || isAboutCaller(error)) throw error;
    return undefined;
  }
}

/** The API refused because of the caller (rate limit or token), not because of the purchase. */
const isAboutCaller = (error: UpstreamError): boolean => error.status === 429 || tokenRefusal(error) !== undefined;

async function planAndPrice({ plan_id, amount, currency }: PurchaseResult, visitor: Visitor) {
  const plans = await loadPlans(visitor.caller, { xFrom: visitor.channel }).catch((error) =>
    goWithout("plans", visitor, error),
  );
  const plan = plans?.find(({ id }) => id === plan_id);
  const period = plan && { unit: plan.interval, count: plan.interval_count };
  return { plan: plan_id, amount, currency, period };
}
