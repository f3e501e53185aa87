import { goWithout } from "~/errors/errors.server";
import { hasOptionalCall } from "~/upstream/catalogue.server";
import { orAfter } from "~/upstream/client/deadline-and-retry.server";
import { invoiceOwner } from "~/upstream/contract/invoices";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import { makeRedemption } from "~/upstream/redemptions.server";
import { openAppOf } from "~/visitor/brand/brands.server";
import { type Visitor, withoutAccount } from "~/visitor/visitor.server";

/** Nobody waits longer to see that they have paid. */
const WAIT_MS = 2_000;

interface PaidOrder {
  orderId: string;
  appType: number;
  /** The key of the order, which only its buyer is told. */
  receipts: PurchaseResult["receipts"];
}

interface AppCode {
  code: string;
  /** How long it is good. */
  seconds: number;
}

/** The code that lets the buyer's app in, once; undefined where the API makes none or the app takes none. Never throws UpstreamError. */
export async function redemptionCodeFor(
  { orderId, appType, receipts }: PaidOrder,
  visitor: Visitor,
): Promise<AppCode | undefined> {
  const owner = invoiceOwner.safeParse(receipts).data;
  if (owner === undefined || openAppOf(appType) === undefined) return undefined;
  const asking = async () => {
    if (!(await hasOptionalCall("redemptions", visitor.caller, visitor))) return undefined;
    const made = await makeRedemption({ ...owner, order_id: orderId }, withoutAccount(visitor).caller);
    return { code: made.code, seconds: Math.max(0, Math.floor((Date.parse(made.expires_at) - Date.now()) / 1_000)) };
  };
  const making = asking().catch((error) => goWithout("a code for the app", visitor, error));
  return orAfter(making, WAIT_MS, undefined);
}
