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
  ["one that does not say", ""],
])("%s is none", (_, userAgent) => {
  expect(isInAppBrowser(userAgent)).toBe(false);
});
