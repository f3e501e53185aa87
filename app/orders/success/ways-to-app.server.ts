import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { appLinkOn } from "~/visitor/brand/brand";
import type { StoreLinks } from "~/visitor/brand/brand-files.server";
import { brandOf, storeLinksOf } from "~/visitor/brand/brands.server";
import type { Device } from "~/visitor/browser/device.server";

interface WayToApp {
  text: string;
  at: string;
}

/** How a buyer gets to the app that they bought for; empty where its brand names no address. */
export interface WaysToApp {
  /** On the device of this browser: opens the app, or leads to where it is installed from. */
  here?: WayToApp;
  /** On a computer: where it is installed from for phones. */
  onPhones: WayToApp[];
}

type System = keyof StoreLinks;

/** Systems as their makers write them in every language. */
const NAMES: Readonly<Record<System, string>> = { ios: "iOS", android: "Android", windows: "Windows", mac: "macOS" };

interface Buyer {
  device: Device;
  /** The app knows the account already, so the buyer has it. */
  isInApp: boolean;
}

export function waysToApp(lang: LocaleCode, appType: number, { device, isInApp }: Buyer): WaysToApp {
  const t = translate(lang);
  const brand = brandOf(appType);
  const stores = storeLinksOf(appType);
  const appLink = appLinkOn(device, brand);
  const opening = appLink === undefined ? undefined : { text: t("sale:app.open", { app: brand.appName }), at: appLink };
  const installing = (system: System | undefined): WayToApp | undefined => {
    if (system === undefined) return undefined;
    const at = stores?.[system];
    return at === undefined
      ? undefined
      : { text: t("sale:app.get", { app: brand.appName, system: NAMES[system] }), at };
  };
  const install = installing(systemOf(device));
  const isPhone = device.isIos || device.isAndroid;
  return {
    here: isInApp ? (opening ?? install) : (install ?? opening),
    onPhones: isPhone ? [] : [installing("ios"), installing("android")].filter((way) => way !== undefined),
  };
}

/** Which of the app's systems a device has; undefined for others, and where the browser does not say. */
const systemOf = ({ os_name }: Device): System | undefined => OF_DEVICES.find((system) => NAMES[system] === os_name);

const OF_DEVICES = ["ios", "android", "windows", "mac"] as const satisfies readonly System[];
