import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import type { StoreLinks } from "~/visitor/brand/brand-files.server";
import { brandOf, storeLinksOf } from "~/visitor/brand/brands.server";
import { type Device, deviceOf, isPlainWebView } from "~/visitor/browser/device.server";
import { type QrCodeView, qrCode } from "~/visitor/browser/qr-code.server";
import { addressToScan, appAddress, schemeAddress } from "./app-addresses.server";

interface WayToApp {
  text: string;
  at: string;
}

/** How a buyer gets to the app that they bought for; empty where its brand names no address. */
export interface WaysToApp {
  /** On the device of this browser: opens the app, or leads to where it is installed from. */
  here?: WayToApp;
  /** The other of the two, for whoever has the app already, or not yet. */
  orElse?: WayToApp;
  /** On a computer: where it is installed from for phones. */
  onPhones: WayToApp[];
  /** On a computer: opens it on the phone that scans this. */
  scan?: { code: QrCodeView; text: string };
}

type System = keyof StoreLinks;

/** Systems as their makers write them in every language. */
const NAMES: Readonly<Record<System, string>> = { ios: "iOS", android: "Android", windows: "Windows", mac: "macOS" };

interface Buyer {
  /** How their browser names itself. */
  userAgent: string;
  /** The app knows the account already, so the buyer has it. */
  isInApp: boolean;
  /** Lets the app in, once. */
  code?: string | undefined;
}

export function waysToApp(lang: LocaleCode, appType: number, buyer: Buyer): WaysToApp {
  const { isIos, isAndroid } = deviceOf(buyer.userAgent);
  const ways = waysHere(lang, appType, buyer);
  if (isIos || isAndroid) return { ...ways, onPhones: [] };
  const scan = buyer.code === undefined ? undefined : scanning(lang, appType, buyer.code);
  return { ...ways, onPhones: onPhones(lang, appType), scan };
}

/** Opening the app and installing it, the likelier one first. */
function waysHere(
  lang: LocaleCode,
  appType: number,
  { userAgent, isInApp, code }: Buyer,
): Pick<WaysToApp, "here" | "orElse"> {
  const device = deviceOf(userAgent);
  const isPhone = device.isIos || device.isAndroid;
  const install = wayToInstall(lang, appType, systemOf(device));
  const back = isPhone && (isInApp || isPlainWebView(userAgent)) ? wayBack(lang, appType, code) : undefined;
  const opening = back ?? wayToOpen(lang, appType, device, code);
  if (isInApp) return { here: opening ?? install };
  if (code === undefined && back === undefined) return { here: install ?? opening };
  // A link of the web says itself where the app is installed from; an app's own scheme is an error where there is no app.
  const isSure = back !== undefined || (isPhone && hasLink(appType));
  const [first, second] = isSure ? [opening, install] : [install, opening];
  return first === undefined ? { here: second } : { here: first, orElse: second };
}

const onPhones = (lang: LocaleCode, appType: number): WayToApp[] =>
  (["ios", "android"] as const).flatMap((name) => wayToInstall(lang, appType, name) ?? []);

/** Where the app is installed from: on a phone its own store, else those of phones. */
export function waysToInstall(lang: LocaleCode, appType: number, device: Device): WayToApp[] {
  if (!device.isIos && !device.isAndroid) return onPhones(lang, appType);
  return [wayToInstall(lang, appType, systemOf(device))].filter((way) => way !== undefined);
}

const hasLink = (appType: number): boolean => appAddress(appType, "link", undefined) !== undefined;

function wayToInstall(lang: LocaleCode, appType: number, system: System | undefined): WayToApp | undefined {
  const at = system && storeLinksOf(appType)?.[system];
  if (system === undefined || at === undefined) return undefined;
  return { text: translate(lang)("sale:app.get", { app: brandOf(appType).appName, system: NAMES[system] }), at };
}

/** Only what carries a code needs the link of the web: the scheme alone opens the app as it is. */
function wayToOpen(lang: LocaleCode, appType: number, device: Device, code: string | undefined): WayToApp | undefined {
  const isPhone = device.isIos || device.isAndroid;
  const link = isPhone && code !== undefined ? appAddress(appType, "link", code) : undefined;
  const at = link ?? schemeAddress(appType, device, code);
  return at === undefined
    ? undefined
    : { text: translate(lang)("sale:app.open", { app: brandOf(appType).appName }), at };
}

/** Out of a browser that the app has opened: whoever follows it is back in the app, which closes the browser. */
function wayBack(lang: LocaleCode, appType: number, code: string | undefined): WayToApp | undefined {
  const at = appAddress(appType, "returnLink", code);
  return at === undefined
    ? undefined
    : { text: translate(lang)("sale:app.return", { app: brandOf(appType).appName }), at };
}

const scanning = (lang: LocaleCode, appType: number, code: string): WaysToApp["scan"] => ({
  code: qrCode(addressToScan(lang, appType, code)),
  text: translate(lang)("sale:app.scan", { app: brandOf(appType).appName }),
});

/** Which of the app's systems a device has; undefined for others, and where the browser does not say. */
const systemOf = ({ os_name }: Device): System | undefined => OF_DEVICES.find((system) => NAMES[system] === os_name);

const OF_DEVICES = ["ios", "android", "windows", "mac"] as const satisfies readonly System[];
