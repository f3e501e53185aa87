import { env } from "~/env.server";
import type { LocaleCode } from "~/i18n/locales";
import { paths } from "~/paths";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import { brandOf } from "~/visitor/brands.server";
import { appLinkOn, deviceOf } from "~/visitor/device.server";
import { receiptKey } from "~/visitor/receipt-key.server";
import type { Visitor } from "~/visitor/visitor.server";
import type { KnownOrder } from "./bought.server";

/** How a buyer gets to what they have bought. */
export interface Access {
  /** The plan is with an account that the app knows already. */
  isInApp: boolean;
  /** Opens the app on this device. */
  appLink?: string;
  receiptsAt?: string;
  /** For a buyer without an account: what to keep. */
  keep?: { email: string; accountId?: string; receiptsLink?: string };
}

export async function accessOf(
  lang: LocaleCode,
  known: KnownOrder,
  visitor: Visitor,
  request: Request,
): Promise<Access> {
  const { order } = known;
  const device = deviceOf(request.headers.get("user-agent") ?? "");
  const { receipts, account } = ownOf(known);
  const key = await receiptKey(receipts);
  const isAnonymous = order.kind === "site" && order.userId === undefined && (key ?? account) !== undefined;
  return {
    isInApp: order.kind === "app" || order.userId !== undefined,
    appLink: appLinkOn(device, brandOf(order.appType)),
    receiptsAt: receiptsAt(lang, key, visitor),
    keep: isAnonymous
      ? { email: order.email, accountId: account?.user_id.toString(), receiptsLink: key && absolute(lang, key) }
      : undefined,
  };
}

/**
 * What lets into the account and the receipts is for whoever made the order: not for one who typed the same e-mail and
 * follows it, nor for one who only knows the number of a purchase made in an app.
 */
const ownOf = ({ order, result }: KnownOrder): Pick<PurchaseResult, "receipts" | "account"> =>
  order.kind === "site" && !order.isFollower ? result : {};

/** Whoever the app's link has signed in needs no key. */
function receiptsAt(lang: LocaleCode, key: string | undefined, { session }: Visitor): string | undefined {
  if (session !== undefined) return paths.receipts(lang);
  return key && paths.receipts(lang, { key });
}

const absolute = (lang: LocaleCode, key: string): string =>
  new URL(paths.receipts(lang, { key }), env().publicOrigin).href;
