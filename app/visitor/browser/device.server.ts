import isWebview from "is-ua-webview";

/** The device, as the browser names it; empty texts where it does not. */
export interface Device {
  os_name: string;
  os_version: string;
  isIos: boolean;
  isAndroid: boolean;
}

/** The order matters: Android's user agents also contain Linux, and those of iOS contain Mac OS. */
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

/** Apps whose browsers do not call themselves a web view; each also loses cookies, tabs or downloads. */
const APPS = /FBAN|FBAV|Instagram|\bLine\/|MicroMessenger|KAKAOTALK|musical_ly|BytedanceWebview|Snapchat|\bTwitter/;

/** Whether the page is shown in an app's built-in browser, to which a buyer may not come back. */
export const isInAppBrowser = (userAgent: string): boolean => APPS.test(userAgent) || isWebview(userAgent);
