import { env } from "~/env.server";
import type { LocaleCode } from "~/i18n/locales";
import type { AnyOrder } from "~/orders/order-token.server";
import { paths } from "~/paths";
import { receiptKey } from "~/receipts/receipt-key.server";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import type { Profile } from "~/upstream/visitor-facts.server";
import { brandOf } from "~/visitor/brand/brands.server";
import { appLinkOn, deviceOf } from "~/visitor/browser/device.server";
import type { Visitor } from "~/visitor/visitor.server";
import type { KnownOrder } from "./bought.server";

/** How a buyer gets to what they have bought. */
export interface Access {
  /** The plan is with an account that the app knows already. */
  isInApp: boolean;
  /** Opens the app on this device. */
  appLink?: string;
  receiptsAt?: string;
  /** For a buyer whom no app knows: what to keep. */
  keep?: { email: string; accountId?: string; receiptsLink?: string };
}

interface Asking {
  visitor: Visitor;
  /** The account they are signed in to. */
  profile: Profile | undefined;
  request: Request;
}

export async function accessOf(lang: LocaleCode, known: KnownOrder, asking: Asking): Promise<Access> {
  const { order } = known;
  const device = deviceOf(asking.request.headers.get("user-agent") ?? "");
  const { receipts, account } = ownOf(known);
  const key = await receiptKey(receipts);
  return {
    isInApp: isInApp(order, asking),
    appLink: appLinkOn(device, brandOf(order.appType)),
    receiptsAt: receiptsAt(lang, key, asking.visitor),
    keep: keepOf(order, asking, account, key && absolute(lang, key)),
  };
}

function keepOf(order: AnyOrder, asking: Asking, account: PurchaseResult["account"], receiptsLink: string | undefined) {
  const isNeeded = order.kind === "site" && !isInApp(order, asking);
  if (!isNeeded || (receiptsLink ?? account) === undefined) return undefined;
  const email = asking.profile?.email || order.email;
  return { email, accountId: (order.userId ?? account?.user_id)?.toString(), receiptsLink };
}

/** An account that its buyer has signed in to on this site, by e-mail and by no app's link, is in no app yet. */
function isInApp(order: AnyOrder, { visitor, profile }: Asking): boolean {
  if (order.kind === "app") return true;
  const isSignedInHere = visitor.session === undefined && profile?.user_id === order.userId;
  return order.userId !== undefined && !isSignedInHere;
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
