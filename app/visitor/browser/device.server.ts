/** The device, as the browser names it; empty texts where it does not. */
export interface Device {
  os_name: string;
  os_version: string;
  isIos: boolean;
  isAndroid: boolean;
}

/** Browsers stay below 300 characters, those inside apps below 500; the host cuts it as well. */
const MOST_CHARACTERS = 512;

/** How the browser names itself, cut before anything is looked for in it. */
export const userAgentOf = ({ headers }: Request): string => cutUserAgent(headers.get("user-agent"));

export const cutUserAgent = (header: string | null): string => (header ?? "").slice(0, MOST_CHARACTERS);

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

/** Apps by the names that their built-in browsers give, wherever those call themselves a web view or not. */
const APPS = new RegExp(
  [
    "\\bFB(?:AN|AV|LC|_IAB)\\b", // Facebook, Messenger and Facebook Lite
    "\\b(?:Instagram|Barcelona) \\d", // Barcelona is Threads
    "musical_ly|BytedanceWebview|\\btrill_", // TikTok
    "MicroMessenger|\\bQQ/\\d|Weibo|AlipayClient|AliApp\\(",
    "KAKAOTALK|\\bNAVER\\(|DaumApps|\\bLine/|\\bZalo\\b",
    "Snapchat|\\bTwitter|LinkedInApp|\\[?Pinterest/|Telegram|WhatsApp|\\bViber\\b|\\bReddit/",
    "\\bGSA/", // the Google app
  ].join("|"),
);

/** Browsers in their own right that look like web views: buyers come back to them. */
const BROWSERS =
  /UCBrowser|UCWEB|MiuiBrowser|HeyTapBrowser|VivoBrowser|HuaweiBrowser|MQQBrowser|SamsungBrowser|Opera Mini|OPR\/|OPT\/|OPiOS|FxiOS|Focus\/|Klar\/|CriOS|EdgiOS|DuckDuckGo/;

/** The marks that Android's web view, and iOS's, leave: `; wv`, and no Safari behind the system's version. */
const WEB_VIEW = /Android[^)]*; wv\b|Android.* Version\/\d\.\d Chrome\/|\b(?:iPhone|iPad|iPod)\b(?!.*Safari\/)/;

/** Whether the page is shown in an app's built-in browser, to which a buyer may not come back. */
export const isInAppBrowser = (userAgent: string): boolean =>
  APPS.test(userAgent) || (WEB_VIEW.test(userAgent) && !BROWSERS.test(userAgent));

/** Whether it is one of an app that does not say its name: the brand's own app, for whoever came from there. */
export const isPlainWebView = (userAgent: string): boolean => isInAppBrowser(userAgent) && !APPS.test(userAgent);

/** Whether the browser has a wallet, as wallet.ts has found out; undefined where it has not run yet. */
export const walletSaid = (cookie: string | undefined): boolean | undefined =>
  cookie === "1" || cookie === "0" ? cookie === "1" : undefined;
