import type { AffiliatePayload } from "~/upstream/contract/purchase-result";
import type { CookieName } from "~/visitor/browser/cookies.server";

/** The networks in order of precedence, with the parameter of their links and the cookies they expect. */
const NETWORKS = [
  { type: "cj", param: "cjevent", cookies: ["cje", "cje-client"] },
  { type: "cf", param: "cfclick", cookies: ["cf-click"] },
  { type: "admitad", param: "admitad_uid", cookies: ["_aid"] },
] as const satisfies readonly { type: AffiliatePayload["type"]; param: string; cookies: readonly CookieName[] }[];

export type TrackingCookie = (typeof NETWORKS)[number]["cookies"][number];
export const TRACKING_COOKIES: readonly TrackingCookie[] = NETWORKS.flatMap(({ cookies }) => [...cookies]);

/** Cookies for which the visitor must have agreed, or be where nobody is asked. */
export const COOKIES_OF_CONSENT = [...TRACKING_COOKIES, "campaign", "userId"] as const satisfies readonly CookieName[];

/** The click ids by tracking cookie. */
export type Tracking = ReadonlyMap<TrackingCookie, string>;

const CLICK = /^[A-Za-z0-9_-]{1,128}$/;

type ClickParam = (typeof NETWORKS)[number]["param"];

/** The clicks in an address, by parameter. */
function clicksIn(params: URLSearchParams): Partial<Record<ClickParam, string>> {
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

/** The parameters of a campaign's links. */
export const CAMPAIGN_PARAMS = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;

/** Where an advertisement's link says that it stood. Only the values that it has; never empty. */
export type Campaign = Partial<Record<(typeof CAMPAIGN_PARAMS)[number], string>>;

/** Text of any language. Of the invisible characters only the two joiners that some scripts need. */
const PRINTABLE = /^(?:[^\p{C}\p{Zl}\p{Zp}]|[\u200c\u200d])+$/u;

const MOST_CHARACTERS = 100;
/** Browsers keep no cookie of more than 4096 bytes, so five values have to fit, as JSON and percent-encoded. */
const MOST_BYTES = 750;

const bytesIn = (text: string): number => encodeURIComponent(JSON.stringify(text)).length;

/** The beginning of a text that is not too long; characters stay whole. */
function cut(text: string): string {
  const characters = [...text].slice(0, MOST_CHARACTERS);
  while (bytesIn(characters.join("")) > MOST_BYTES) characters.pop();
  return characters.join("");
}

function valueIn(params: URLSearchParams, name: string): string {
  const value = firstOf(params, name).trim();
  return PRINTABLE.test(value) ? cut(value).trim() : "";
}

/** The campaign in an address; undefined where it names none. */
export function campaignIn(params: URLSearchParams): Campaign | undefined {
  const values = CAMPAIGN_PARAMS.map((name): [string, string] => [name, valueIn(params, name)]);
  const given = values.filter(([, value]) => value !== "");
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

const CHANNEL = /^[A-Za-z0-9._-]{1,64}$/;

/** The channel of all visitors from the network CJ. */
export const CJ_CHANNEL = "cj";

/** The text if it can be a channel: the same check for addresses, the cookie, session storage and X-From. */
export const asChannel = (text: string): string | undefined => (CHANNEL.test(text) ? text : undefined);

/** The channel in an address. */
export const channelIn = (params: URLSearchParams): string | undefined => asChannel(firstOf(params, "channel"));

/** The parameters of an address, or fields of a form, that say where the visitor comes from: only those that can count. */
export function arrivalParams(given: URLSearchParams): Record<string, string> {
  const channel = channelIn(given);
  return { ...campaignIn(given), ...clicksIn(given), ...(channel === undefined ? {} : { channel }) };
}

/** The first value of a parameter whose name may be in any case; empty where there is none. */
function firstOf(params: URLSearchParams, name: string): string {
  const found = [...params].find(([given]) => given.toLowerCase() === name);
  return found?.[1] ?? "";
}
