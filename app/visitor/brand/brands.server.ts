import { env } from "~/env.server";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import { DEFAULT_APP_ID } from "~/upstream/contract/signed-link";
import { EEA } from "~/upstream/contract/values/regions";
import type { AskingPlace, Brand, PaymentMethod } from "./brand";
import { refuseExamples } from "./brand-examples.server";
import {
  type BrandFile,
  DEFAULT,
  type OpenApp,
  readBrands,
  type SellingTerms,
  type StoreLinks,
} from "./brand-files.server";

const files = import.meta.glob("./*.json", { eager: true, import: "default" });
const brands = readBrands(files);
if (env().isProduction) refuseExamples(files);
const fallback = brands.get(DEFAULT);
if (fallback === undefined) throw new Error("default.json is missing");

const fileOf = (appId: number): BrandFile => brands.get(String(appId)) ?? fallback;

/** The brand of an app; the default brand for apps without one. */
export const brandOf = (appId: number): Brand => fileOf(appId).brand;

/** What an app's brand promises its buyers. */
export const sellingTermsOf = (appId: number): SellingTerms => fileOf(appId).selling;

/** How an app's buyers know a provider. */
export const paymentMethodOf = (appId: number, code: ProviderCode): PaymentMethod => fileOf(appId).methods[code];

/** Whether a provider is known to an app's buyers as the wallets that a browser may have. */
export const isBrowserWallet = (appId: number, code: ProviderCode): boolean =>
  paymentMethodOf(appId, code).name === "applePayGooglePay";

/** Where an app is installed from; undefined where its brand does not say. */
export const storeLinksOf = (appId: number): StoreLinks | undefined => fileOf(appId).storeLinks;

/** How an app takes its buyers back with a code; undefined where it does not. */
export const openAppOf = (appId: number): OpenApp | undefined => fileOf(appId).openApp;

/** All apps that do, by their ids: the default brand is that of whoever comes without one. */
export const appsThatOpen = (): { id: number; openApp: OpenApp }[] =>
  [...brands].flatMap(([name, { openApp }]) =>
    openApp === undefined ? [] : [{ id: name === DEFAULT ? DEFAULT_APP_ID : Number(name), openApp }],
  );

/** Where a version of an app's terms can be read for good; undefined where its brand keeps none. */
export function termsAt(appId: number, version: string): string | undefined {
  const url = sellingTermsOf(appId).terms?.url;
  return url && decodeURI(url).replace("{version}", encodeURIComponent(version));
}

/**
 * Whether an app's visitors have to agree before they are tracked. Behind a VPN the network's country says little, so one place that
 * asks is enough.
 * @param places the countries that a visitor may be in; one that is not known counts as one that asks
 */
export function needsConsentIn(appId: number, places: readonly (string | undefined)[]): boolean {
  const { consentIn } = fileOf(appId);
  return consentIn === "everywhere" || places.some((place) => place === undefined || consentIn.includes(place));
}

/** The places of asking-zone.ts in which an app's visitors have to agree. */
export function placesThatAsk(appId: number): readonly AskingPlace[] {
  const isIn = (countries: readonly string[]) => needsConsentIn(appId, countries);
  return [...(isIn([...EEA, "GB", "CH"]) ? (["EU"] as const) : []), ...(isIn(["BR"]) ? (["BR"] as const) : [])];
}

/** An app that has a brand of its own, or is the one of whoever comes without an app's number. */
export const isKnownApp = (appId: number): boolean => appId === DEFAULT_APP_ID || brands.has(String(appId));

/** The brand whose manifest has this file name, and the app's id. */
export function brandOfManifest(file: string): { id: string; brand: Brand } | undefined {
  const found = [...brands].find(([, { brand }]) => brand.webmanifest === file);
  return found && { id: found[0], brand: found[1].brand };
}
