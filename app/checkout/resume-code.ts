import { isLocaleCode, type LocaleCode } from "~/i18n/locales";
import { isCouponId } from "~/offers/offer";
import type { AffiliatePayload } from "~/upstream/contract/purchase-result";

/** The choices of a checkout that can be continued in another browser or on another device. Whatever is somebody's own is sealed. */
export interface Resume {
  plan: string;
  /** The country whose prices are shown. */
  country?: string;
  lang?: LocaleCode;
  coupon?: string;
  cps?: AffiliatePayload;
  /** The app whose plans they are, where it is not the default one. */
  app?: number;
  /** An app store's token, as it is sealed in the browser's cookie. */
  storeToken?: string;
}

type Extras = Pick<Resume, "coupon" | "cps" | "app" | "storeToken">;

const LONGEST_CODE = 2_800;
const PLAN = /^[A-Za-z0-9_-]{1,64}$/;
const COUNTRY = /^[a-z]{2}$/;
const CLICK_IN_CODE = /^(cj|cf|admitad)-([A-Za-z0-9_-]{1,128})$/;
const COUPON = /^c-((?:[A-Za-z0-9_-]|~[0-9a-f]{4})+)$/;
const APP = /^app-([1-9]\d{0,8})$/;
/** The five parts of a sealed text. */
const STORE_TOKEN = /^s-([A-Za-z0-9_-]*(?:~[A-Za-z0-9_-]*){4})$/;
const MISSING = "-";

/**
 * The code of a checkout: `yearly.gb.de`, then `c-WELCOME20` for a coupon, `cj-…` for an affiliate click, `app-101`
 * for the app, `s-…` for a store's token. The code holds everything itself, so every copy of the site can read it, and one without a store's
 * token can be typed by hand.
 */
export function resumeCode({ plan, country, lang, coupon, cps, app, storeToken }: Resume): string {
  const parts = [plan, country?.toLowerCase() ?? MISSING, lang ?? MISSING];
  if (coupon !== undefined) parts.push(`c-${escaped(coupon)}`);
  if (cps !== undefined) parts.push(`${cps.type}-${cps.cookie}`);
  if (app !== undefined) parts.push(`app-${app}`);
  if (storeToken !== undefined) parts.push(`s-${inCode(storeToken)}`);
  return parts.join(".").replace(/(\.-)+$/, "");
}

/** How a sealed text stands in a code, whose parts have points between them. */
export const inCode = (sealed: string): string => sealed.replaceAll(".", "~");

/** The choices in a code; undefined for anything that is not a code. */
export function readResumeCode(code: string): Resume | undefined {
  if (code.length > LONGEST_CODE) return undefined;
  const [plan = "", country = MISSING, lang = MISSING, ...more] = code.split(".");
  const extras = readExtras(more);
  if (!PLAN.test(plan) || extras === undefined) return undefined;
  const market = readMarket(country.toLowerCase(), lang.toLowerCase());
  return market && { plan, ...market, ...extras };
}

function readMarket(country: string, lang: string): Pick<Resume, "country" | "lang"> | undefined {
  const isCountry = country === MISSING || COUNTRY.test(country);
  const isLang = lang === MISSING || isLocaleCode(lang);
  if (!isCountry || !isLang) return undefined;
  return {
    ...(country !== MISSING && { country: country.toUpperCase() }),
    ...(isLocaleCode(lang) && { lang }),
  };
}

/** Reads the parts after the language; undefined where a part is unknown or comes twice. */
function readExtras(parts: readonly string[]): Extras | undefined {
  const extras: Extras = {};
  for (const part of parts) {
    const found = readExtra(part);
    if (found === undefined || Object.keys(found).some((name) => name in extras)) return undefined;
    Object.assign(extras, found);
  }
  return extras;
}

function readExtra(part: string): Extras | undefined {
  const coupon = readCoupon(part);
  if (coupon !== undefined) return { coupon };
  const cps = readClick(part);
  if (cps !== undefined) return { cps };
  const storeToken = STORE_TOKEN.exec(part)?.[1];
  if (storeToken !== undefined) return { storeToken: storeToken.replaceAll("~", ".") };
  const app = APP.exec(part)?.[1];
  return app === undefined ? undefined : { app: Number(app) };
}

function readCoupon(part: string): string | undefined {
  const text = COUPON.exec(part)?.[1]?.replace(/~([0-9a-f]{4})/g, (_, unit) =>
    String.fromCharCode(Number(`0x${unit}`)),
  );
  return text !== undefined && isCouponId(text) ? text : undefined;
}

const NETWORK_CODES = ["cj", "cf", "admitad"] as const;

function readClick(part: string): AffiliatePayload | undefined {
  const [, network, cookie] = CLICK_IN_CODE.exec(part) ?? [];
  const type = NETWORK_CODES.find((known) => known === network);
  return type && cookie !== undefined ? { type, cookie } : undefined;
}

/** Writes characters that an address might change as `~` and their UTF-16 code in hex. */
const escaped = (text: string): string =>
  text.replace(/[^A-Za-z0-9_-]/g, (unit) => `~${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
