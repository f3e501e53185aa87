import type { AffiliatePayload } from "~/upstream/contract/purchases/purchase-result";
import type { CookieName } from "~/visitor/browser/cookies.server";
import { firstOf } from "./parameters";

/** The networks in order of precedence, with the parameter of their links and the cookies they expect. */
const NETWORKS = [
  { type: "cj", param: "cjevent", cookies: ["cje", "cje-client"] },
  { type: "cf", param: "cfclick", cookies: ["cf-click"] },
  { type: "admitad", param: "admitad_uid", cookies: ["_aid"] },
] as const satisfies readonly { type: AffiliatePayload["type"]; param: string; cookies: readonly CookieName[] }[];

export type TrackingCookie = (typeof NETWORKS)[number]["cookies"][number];
export const TRACKING_COOKIES: readonly TrackingCookie[] = NETWORKS.flatMap(({ cookies }) => [...cookies]);

/** The click ids by tracking cookie. */
export type Tracking = ReadonlyMap<TrackingCookie, string>;

const CLICK = /^[A-Za-z0-9_-]{1,128}$/;

type ClickParam = (typeof NETWORKS)[number]["param"];

/** The clicks in an address, by parameter. */
export function clicksIn(params: URLSearchParams): Partial<Record<ClickParam, string>> {
  const given = NETWORKS.map(({ param }): [string, string] => [param, firstOf(params, param)]);
  return Object.fromEntries(given.filter(([, click]) => CLICK.test(click)));
}

/**
 * The tracking cookies after a visit: a campaign (utm_source) clears them, a click sets its own. A newer click replaces
 * an older one of any network. Returns the same map where nothing changes.
 */
export function trackingAfter(params: URLSearchParams, before: Tracking): Tracking {
  const given = clicksIn(params);
  const clicks = NETWORKS.flatMap(({ param, cookies }) => {
    const click = given[param];
    return click === undefined ? [] : cookies.map((cookie): [TrackingCookie, string] => [cookie, click]);
  });
  if (clicks.length > 0) return new Map(clicks);
  return firstOf(params, "utm_source") === "" ? before : new Map();
}

/** The one network a purchase is attributed to, and its click. */
export function affiliateOf(tracking: Tracking): AffiliatePayload | undefined {
  for (const { type, cookies } of NETWORKS) {
    const cookie = tracking.get(cookies[0]) ?? "";
    if (CLICK.test(cookie)) return { type, cookie };
  }
  return undefined;
}

/** The parameters of that network's link. */
export const clickParams = ({ type, cookie }: AffiliatePayload): Record<string, string> =>
  Object.fromEntries(NETWORKS.filter((network) => network.type === type).map(({ param }) => [param, cookie]));

/** The visitor came through CJ, which has its own providers and channel. */
export const isFromCj = (tracking: Tracking): boolean => tracking.has("cje-client");
