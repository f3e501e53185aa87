import { env } from "~/env.server";
import type { LocaleCode } from "~/i18n/locales";
import { paths } from "~/paths";
import { appLinkOn } from "~/visitor/brand/brand";
import type { OpenApp } from "~/visitor/brand/brand-files.server";
import { brandOf, openAppOf } from "~/visitor/brand/brands.server";
import type { Device } from "~/visitor/browser/device.server";

/** An address out of a brand's file with the code in it. The code has passed the contract: it is letters, digits, `-` and `_`. */
function carrying(address: string, code: string | undefined): string {
  if (code === undefined) return address;
  const url = new URL(address);
  url.searchParams.set("code", code);
  return url.href;
}

type AppAddress = keyof Pick<OpenApp, "link" | "returnLink">;

/** The address of a brand's that opens its app; undefined where its file has none. */
export function appAddress(appType: number, name: AppAddress, code: string | undefined): string | undefined {
  const address = openAppOf(appType)?.[name];
  return address === undefined ? undefined : carrying(address, code);
}

/** The same by the app's own scheme, which only a device with the app knows. */
export function schemeAddress(appType: number, device: Device, code: string | undefined): string | undefined {
  const address = appLinkOn(device, brandOf(appType));
  return address === undefined ? undefined : carrying(address, code);
}

/** What another device is given: by https, as cameras know nothing else for sure. Where the brand has no link, the site's own page. */
export const addressToScan = (lang: LocaleCode, appType: number, code: string): string =>
  appAddress(appType, "link", code) ?? new URL(paths.open(lang, { app: appType, code }), env().publicOrigin).href;
