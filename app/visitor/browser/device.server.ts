import type { Brand } from "~/visitor/brand/brand";

/** What a browser says about the device it runs on; empty where it does not say. */
export interface Device {
  os_name: string;
  os_version: string;
  isIos: boolean;
  isAndroid: boolean;
}

/** In this order: Android names Linux as well, and iOS names Mac OS. */
const SYSTEMS = [
  { name: "iOS", mark: /\b(?:iPhone|iPad|iPod)\b/, version: / OS (\d+(?:_\d+)*)/ },
  { name: "Android", mark: /\bAndroid\b/, version: /Android (\d+(?:\.\d+)*)/ },
  { name: "Windows", mark: /\bWindows\b/, version: /Windows NT (\d+(?:\.\d+)*)/ },
  { name: "macOS", mark: /\bMac OS X\b/, version: /Mac OS X (\d+(?:[._]\d+)*)/ },
  { name: "ChromeOS", mark: /\bCrOS\b/, version: /CrOS \w+ (\d+(?:\.\d+)*)/ },
  { name: "Linux", mark: /\bLinux\b/, version: undefined },
] as const;

export function deviceOf(userAgent: string): Device {
  const system = SYSTEMS.find(({ mark }) => mark.test(userAgent));
  const os_name = system?.name ?? "";
  const version = system?.version?.exec(userAgent)?.[1] ?? "";
  return {
    os_name,
    os_version: version.replaceAll("_", "."),
    isIos: os_name === "iOS",
    isAndroid: os_name === "Android",
  };
}

/** The address that opens a brand's app on a device; undefined where there is no app for it. */
export function appLinkOn({ isIos, isAndroid }: Device, { appLinks }: Brand): string | undefined {
  if (isIos) return appLinks?.ios;
  return isAndroid ? appLinks?.android : undefined;
}
