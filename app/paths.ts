import { isLoopback } from "./environment/loopback";
import { DEFAULT_LOCALE, type LocaleCode } from "./i18n/locales";
import type { Page } from "./i18n/pages";
import type { ProviderCode } from "./upstream/contract/catalogue";

/** Every address of the site is built here; visitor text reaches one only as an encoded segment or parameter. */

type Params = Readonly<Record<string, string | undefined>>;

function withParams(path: string, params: Params): string {
  const given = Object.entries(params).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "",
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** The same address with further parameters. @throws where safeAddress refuses it, as the two below do */
export function addingParams(path: string, params: Params): string {
  const [bare = "", search] = path.split("?");
  return safeAddress(withParams(bare, { ...Object.fromEntries(new URLSearchParams(search)), ...params }));
}

/** Puts the language in front of a path that starts with one slash; English has no prefix. */
export function inLanguage(lang: LocaleCode, rest: string): string {
  return safeAddress(lang === DEFAULT_LOCALE ? rest : prefixed(lang, rest));
}

const prefixed = (lang: LocaleCode, rest: string): string => (rest === "/" ? `/${lang}` : `/${lang}${rest}`);

/** The same page in a language the visitor chose: even English gets a prefix then, so that the choice is remembered. */
export const explicitLanguage = (lang: LocaleCode, rest: string, search: string): string =>
  safeAddress(prefixed(lang, rest) + withoutParams(pageSearch(search), [...SAID_ONCE, "hl"]));

/**
 * The parameters that pages know. All others, such as a campaign's, only say where a visitor comes from: a page is the same with and without
 * them, so it may be a cached one, and they are in none of its links.
 */
export const PAGE_PARAMS: readonly string[] = (
  "_data _routes index o k n s code coupon country provider email sent done version other existing notice to hl toast via link page plan " +
  "uid sid sign_timestamp token sign externalPurchaseToken externalTransactionToken bundleId store storefront programme"
).split(" ");

/** It tells the first page that an app's link led there, and no other. */
const VIA = "via";

/** A query without what no page knows, or only the first one is to know; unchanged where there is nothing of that. */
export function pageSearch(search: string): string {
  const names = [...new URLSearchParams(search).keys()];
  return withoutParams(
    search,
    names.filter((name) => !PAGE_PARAMS.includes(name) || name === VIA),
  );
}

/** The toasts that an address may ask for: the language was changed; the visitor was signed out, as they confirmed. */
export const LANGUAGE_TOAST = { name: "toast", value: "language" } as const;
export const SIGNED_OUT_TOAST = { name: "toast", value: "signedOut" } as const;

/** Parameters that say something once: they are in no link, and scripts take them out of the address. */
const SAID_ONCE = ["sent", LANGUAGE_TOAST.name];

/** A query without what it says once; unchanged where there is nothing of that. */
export const withoutSaidOnce = (search: string): string => withoutParams(search, SAID_ONCE);

function withoutParams(search: string, names: readonly string[]): string {
  if (search === "") return search;
  const params = new URLSearchParams(search);
  if (!names.some((name) => params.has(name))) return search;
  for (const name of names) params.delete(name);
  const query = params.toString();
  return query && `?${query}`;
}

/** The values that the checkout starts with. */
interface CheckoutParams {
  order?: string;
  country?: string;
  coupon?: string;
  provider?: ProviderCode;
  /** Other parameters: an affiliate's click, or the language where nothing else says it. */
  hints?: Params;
}

/** What the addresses of receipts, and of the pages about subscriptions, carry. */
interface OwnerParams {
  key?: string;
  done?: string;
}

/** What the account page says of a sign-up. */
interface SignUpParams {
  /** The sealed notice of a link just mailed. */
  done?: string;
  /** `app`: the address has an account, and the app signs in to it. */
  existing?: "app";
}

/**
 * What a status page is told by the page before it. `unverified`: what the buyer brought back from the provider was not believed, which it
 * says first. `noWay`: the hand-off page could not lead them to the provider.
 */
export const STATUS_NOTICES = ["unverified", "noWay"] as const;
export type StatusNotice = (typeof STATUS_NOTICES)[number];

/** The stores' own pages, on which what was bought in them is ended. */
export const STORE_PAGES = {
  app_store: "https://apps.apple.com/account/subscriptions",
  google_play: "https://play.google.com/store/account/subscriptions",
} as const;

export const paths = {
  home: (lang: LocaleCode) => inLanguage(lang, "/"),
  /** The home page with an app's id but no user: the start address in an app's manifest. */
  homeOfApp: (appId: string) => withParams("/", { sid: appId }),
  /** A brand's web app manifest. */
  manifest: (file: string) => `/brands/${file}`,
  notFound: (lang: LocaleCode) => inLanguage(lang, "/404"),
  /** All plans, or one; `order` is the token of an order to continue. */
  payment: (lang: LocaleCode, plan?: string, { order, hints, ...entries }: CheckoutParams = {}) =>
    withParams(inLanguage(lang, plan === undefined ? "/payment" : `/payment/${encodeURIComponent(plan)}`), {
      o: order,
      ...entries,
      ...hints,
    }),
  /** Continues a checkout in another browser. */
  resume: (code: string) => `/r/${encodeURIComponent(code)}`,
  /** The hand-off page that takes a buyer to the provider. */
  redirect: (lang: LocaleCode, order: string) => withParams(inLanguage(lang, "/redirect"), { o: order }),
  /** `check` counts the refreshes of a page without scripts; `notice`: see there. */
  paystatus: (lang: LocaleCode, order?: string, { check, notice }: { check?: number; notice?: StatusNotice } = {}) =>
    withParams(inLanguage(lang, "/paystatus"), { o: order, n: check?.toString(), notice }),
  /** A waiting page asks here whether its order's state has changed. */
  orderState: (order: string) => withParams("/paystatus/state", { o: order }),
  /** `other`: the plan whose form the buyer came from, because this order is already paid. */
  paysuc: (lang: LocaleCode, order: string, other?: string) =>
    withParams(inLanguage(lang, "/paysuc"), { o: order, other }),
  /** Opens the app with what was bought, for whoever came here by its link in a browser. */
  open: (lang: LocaleCode, { app, code }: { app?: number; code?: string } = {}) =>
    withParams(inLanguage(lang, app === undefined ? "/open" : `/open/${app}`), { code }),
  /**
   * `key` opens the receipts of a buyer without an account; `sent` is the sealed notice of a receipt just sent, `done` that of a link
   * just asked for.
   */
  receipts: (lang: LocaleCode, { key, sent, done }: OwnerParams & { sent?: string } = {}) =>
    withParams(inLanguage(lang, "/receipts"), { k: key, sent, done }),
  /** One receipt, for printing. `version`: an earlier one; `done` is the sealed notice of a new one. */
  receipt: (lang: LocaleCode, invoice: string, { key, done, version }: OwnerParams & { version?: number } = {}) =>
    withParams(inLanguage(lang, `/receipts/${encodeURIComponent(invoice)}`), {
      k: key,
      version: version?.toString(),
      done,
    }),
  /** Ends subscriptions. `key` as for receipts; `done` is the sealed notice of what was just done. */
  cancel: (lang: LocaleCode, { key, done }: OwnerParams = {}) =>
    withParams(inLanguage(lang, "/cancel"), { k: key, done }),
  /** Withdraws from contracts; `subscription`: from that one, once it is confirmed. */
  withdraw: (lang: LocaleCode, { key, done, subscription }: OwnerParams & { subscription?: string } = {}) =>
    withParams(inLanguage(lang, "/withdraw"), { k: key, s: subscription, done }),
  /** Where a buyer goes on whose renewal has failed. */
  renewal: (lang: LocaleCode, { key, done }: OwnerParams = {}) =>
    withParams(inLanguage(lang, "/renewal"), { k: key, done }),
  /** `cameFrom`: the page to go back to after signing in. */
  account: (lang: LocaleCode, cameFrom: Params = {}, { done, existing }: SignUpParams = {}) =>
    withParams(inLanguage(lang, "/account"), { ...cameFrom, existing, done }),
  /** Takes the small forms in every page's footer. */
  preferences: (lang: LocaleCode) => inLanguage(lang, "/preferences"),
  /** The accessibility statement. */
  accessibility: (lang: LocaleCode) => inLanguage(lang, "/accessibility"),
  /** How the brand's money-back promise is claimed. */
  moneyBack: (lang: LocaleCode) => inLanguage(lang, "/money-back"),
  pricing: (lang: LocaleCode) => inLanguage(lang, "/pricing"),
  pricingCheckout: (lang: LocaleCode, plan: string) =>
    inLanguage(lang, `/pricing/checkout/${encodeURIComponent(plan)}`),
  /** A message bundle as a file; with its hash the address never changes its content. */
  messages: (lang: string, namespace: string, hash: string) =>
    withParams(`/locales/${lang}/${namespace}.json`, { v: hash }),
  /** The data file of a page's related links. */
  pageLinks: (page: Page) => `/page-links/${page}.json`,
  /** Which build is served. The host answers these two. */
  version: "/version.json",
  /** What is in a build, while it is served. */
  build: (id: string) => `/builds/${encodeURIComponent(id)}.json`,
  /** Takes page views; with the id of a view and its path it is the picture of a browser without scripts. */
  events: (view: { page?: string; asks?: "1" } = {}) => withParams("/events", view),
  /** Where a provider sends the buyer back to; not a page, so without language. */
  providerReturn: (
    provider: ProviderCode,
    order: string,
    { cancelled, back }: { cancelled?: true; back?: string } = {},
  ) => withParams(`/return/${provider}`, { o: order, cancelled: cancelled && "1", back }),
} as const;

/** Pages that search engines may list: none that belongs to an order or a visitor. */
export const isForSearch = (rest: string): boolean => /^\/(payment(\/[^/]+)?|pricing)?$/.test(rest);

interface Leave {
  /** The address may be on another site: by https, or by http on this machine, where the sandbox is. */
  mayLeave?: boolean;
}

/** Stands for the site's origin on the server, where an address of the site is a path. */
const NO_ORIGIN = "https://site.invalid";

/** Control characters, and backslashes before the query: browsers drop the ones and read the others as slashes. */
const MISLEADING = /\p{Cc}|^[^?#]*\\/u;

/** A path on the site, without a query: nothing in it could be read in two ways. Most addresses are such. */
const PLAIN = /^(?:\/[\w-]+)+$/;

/**
 * The given address, if it may be navigated to: on the site's own origin, or, with permission, on another site.
 * @throws Error for any other origin, any protocol but http and https, credentials, misleading characters, and a path that
 * starts with two slashes, because it would name a host as soon as it is read as an address again
 */
export function safeAddress(address: string, { mayLeave = false }: Leave = {}): string {
  if (PLAIN.test(address)) return address;
  if (MISLEADING.test(address) || !isSafe(address, mayLeave)) throw new Error("not an address to navigate to");
  return address;
}

function isSafe(address: string, mayLeave: boolean): boolean {
  const isOnServer = typeof window === "undefined";
  try {
    const url = new URL(address, isOnServer ? NO_ORIGIN : window.location.href);
    const isOwn = isOnServer ? /^\/(?!\/)/.test(address) : isOnOwnOrigin(url);
    return isOwn ? !url.pathname.startsWith("//") : mayLeave && mayBeLeftFor(url);
  } catch {
    return false;
  }
}

/** An address of blob: has an origin as well. */
const isOnOwnOrigin = (url: URL): boolean =>
  url.origin === window.location.origin && /^https?:$/.test(url.protocol) && !hasCredentials(url);

/** Whether an address is fit for leaving the site: by https, or by http on this machine, without credentials. */
export function mayBeLeftFor(url: URL): boolean {
  const isSecure = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  return isSecure && !hasCredentials(url);
}

const hasCredentials = ({ username, password }: URL): boolean => username !== "" || password !== "";
