import { expect, it } from "vitest";
import { isInAppBrowser } from "~/visitor/browser/device.server";

const ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

it.each([
  ["a web view of an Android app", ANDROID.replace("Pixel 8", "Pixel 8; wv")],
  ["a web view of an iPhone app", `${IPHONE} Mobile/15E148`],
  ["Facebook", `${IPHONE} Mobile/15E148 Safari/604.1 [FBAN/FBIOS;FBAV/450.0]`],
  ["Instagram", `${ANDROID} Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36 Instagram 337.0.0`],
  ["LINE", `${ANDROID} Chrome/126.0.0.0 Mobile Safari/537.36 Line/14.9.0/IAB`],
  ["WeChat", `${ANDROID} Chrome/126.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.50`],
  ["Facebook Lite", `${ANDROID} Chrome/126.0.0.0 Mobile Safari/537.36 [FBAN/EMA;FBLC/en_GB;FBAV/420.0.0.8]`],
  [
    "Messenger",
    `${ANDROID.replace("Pixel 8", "Pixel 8; wv")} Version/4.0 Chrome/126.0 Mobile Safari/537.36 [FB_IAB/Orca-Android]`,
  ],
  ["Threads", `${IPHONE} Mobile/15E148 Barcelona 340.0.0.20.109 (iPhone14,5; iOS 17_5)`],
  ["Naver", `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1 NAVER(inapp; search; 2000; 12.6.0; 14PRO)`],
  ["the Google app", `${IPHONE} GSA/320.0.640014153 Mobile/15E148 Safari/604.1`],
  ["Telegram", `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1 Telegram-iOS/10.14`],
  ["Telegram where it does not say so", `${IPHONE} Version/17.5 Mobile/15E148`],
  ["LinkedIn", `${IPHONE} Mobile/15E148 [LinkedInApp]/9.29.8962`],
  [
    "WeChat with QQ's engine",
    `${ANDROID} Version/4.0 Chrome/126.0 MQQBrowser/6.2 Mobile Safari/537.36 MicroMessenger/8.0.50`,
  ],
  ["QQ", `${ANDROID} Version/4.0 Chrome/126.0 MQQBrowser/6.2 Mobile Safari/537.36 V1_AND_SQ_9.0.60 QQ/9.0.60.17095`],
  ["an old Android's web view", `${ANDROID} Version/4.0 Chrome/33.0.0.0 Mobile Safari/537.36`],
  ["TikTok", `${ANDROID} Chrome/126.0.0.0 Mobile Safari/537.36 BytedanceWebview/d8a21c6`],
])("%s is an in-app browser", (_, userAgent) => {
  expect(isInAppBrowser(userAgent)).toBe(true);
});

it.each([
  ["Chrome on Android", `${ANDROID} Chrome/126.0.0.0 Mobile Safari/537.36`],
  ["Safari on an iPhone", `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`],
  ["Chrome on an iPhone", `${IPHONE} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`],
  ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0"],
  ["Chrome on Windows", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36"],
  [
    "UC",
    "Mozilla/5.0 (Linux; U; Android 13; en-US; SM-A536E) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.7.2.1636 Mobile Safari/537.36",
  ],
  [
    "MIUI",
    "Mozilla/5.0 (Linux; U; Android 13; en-in; 2201116SI) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.8.1",
  ],
  [
    "HeyTap",
    "Mozilla/5.0 (Linux; U; Android 13; in-id; CPH2477) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/115.0.5790.168 Mobile Safari/537.36 HeyTapBrowser/45.10.3",
  ],
  [
    "Vivo",
    "Mozilla/5.0 (Linux; Android 13; V2207) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/87.0.4280.141 Mobile Safari/537.36 VivoBrowser/12.1.0.1",
  ],
  [
    "QQ Browser",
    "Mozilla/5.0 (Linux; U; Android 12; zh-cn; M2011K2C) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/109.0.5414.86 MQQBrowser/14.5 Mobile Safari/537.36",
  ],
  [
    "Opera Mini",
    "Mozilla/5.0 (Linux; U; Android 13; SM-A145F; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.6099.144 Mobile Safari/537.36 OPR/76.0.2254.69281",
  ],
  ["Samsung's", `${ANDROID} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`],
  ["Firefox on an iPhone", `${IPHONE} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`],
  ["Firefox Focus on an iPhone", `${IPHONE} FxiOS/8.1.1 Mobile/15E148`],
  ["Firefox Klar on an iPhone", `${IPHONE} Klar/127.0 Mobile/15E148`],
  [
    "Safari on a Mac",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
  ],
  ["one that does not say", ""],
])("%s is none", (_, userAgent) => {
  expect(isInAppBrowser(userAgent)).toBe(false);
});
