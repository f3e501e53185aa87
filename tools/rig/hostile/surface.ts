import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import type { CookieName } from "~/visitor/browser/cookies.server";

/** Every route of the app, as its file is named. */
const ROUTES = readdirSync(resolve(import.meta.dirname, "../../../app/routes"));

/** Stands for a parameter of a path. */
export const PARAMETER = "$";

/** The paths of all routes, without a language; `$` stands where a parameter is. */
export const PATHS: readonly string[] = ROUTES.map(pathOf);

function pathOf(file: string): string {
  const name = file
    .replace(/\.tsx?$/, "")
    .replace(/^\(\$lang\)\./, "")
    .replaceAll(/[()]/g, "")
    .replace(/\[([^\]]*)\]/g, (_, escaped: string) => escaped.replace(".", "\0"));
  const segments = name.split(".").filter((segment) => segment !== "_index");
  return `/${segments.map(segmentOf).join("/")}`.replaceAll("\0", ".");
}

function segmentOf(segment: string): string {
  return segment.startsWith(PARAMETER) ? PARAMETER : segment.replace(/_$/, "");
}

/** Every parameter that any address of the site has a meaning for, and some that frameworks have. */
export const PARAMS = [
  ...[
    "o",
    "k",
    "code",
    "sent",
    "n",
    "notice",
    "back",
    "cancelled",
    "other",
    "existing",
    "page",
    "plan",
    "country",
    "coupon",
  ],
  ...["provider", "hl", "sid", "uid", "sign_timestamp", "token", "sign", "to", "via", "link", "from", "channel"],
  ...["cjevent", "cfclick", "admitad_uid", "utm_source", "utm_campaign", "order_id", "transaction_id", "PayerID"],
  ...["externalPurchaseToken", "externalTransactionToken", "bundleId", "store", "storefront", "programme"],
  ...["razorpay_payment_id", "razorpay_signature", "_data", "index", "v", "lite", "_method", "redirect", "next"],
] as const;

const COOKIE_NAMES: Readonly<Record<CookieName, true>> = {
  LANGUAGE: true,
  country: true,
  lite: true,
  wallet: true,
  consent: true,
  asks: true,
  campaign: true,
  channel: true,
  userId: true,
  app: true,
  session: true,
  orders: true,
  receipts: true,
  paypal_token: true,
  signUp: true,
  storeToken: true,
  csrf: true,
  cje: true,
  "cje-client": true,
  "cf-click": true,
  _aid: true,
};
/** Every cookie of the site. */
export const COOKIES: readonly string[] = Object.keys(COOKIE_NAMES);

/** Headers that a site may believe, or that a proxy or a framework in front of it may. */
export const HEADERS = [
  ...["accept", "accept-language", "accept-encoding", "user-agent", "referer", "origin", "cookie", "host", "range"],
  ...["sec-fetch-site", "sec-fetch-mode", "save-data", "ect", "purpose", "x-requested-with", "if-none-match"],
  ...["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-prefix", "forwarded", "x-real-ip"],
  ...["x-visitor-ip", "x-edge-problem", "x-request-id", "x-original-url", "x-rewrite-url", "x-http-method-override"],
  ...["x-remix-response", "x-remix-redirect", "x-page-sources", "x-app-type", "authorization", "content-type"],
] as const;

/** Fields of forms beside those that a form brings itself. */
export const FIELDS = [
  ...["intent", "plan", "country", "email", "email_asked", "email_use", "provider", "coupon", "refused", "front_id"],
  ...["attempt", "stamp", "quote", "csrf", "recasign", "subject", "invoice_id", "lite", "page", "o", "k", "to"],
  ...["order_id", "razorpay_payment_id", "razorpay_signature", "status", "__proto__", "constructor"],
] as const;
