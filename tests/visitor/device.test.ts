import { expect, it } from "vitest";
import { deviceOf } from "~/visitor/browser/device.server";

it.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15", "iOS", "17.4.1"],
  ["Mozilla/5.0 (iPad; CPU OS 14_8 like Mac OS X) AppleWebKit/605.1.15", "iOS", "14.8"],
  ["Mozilla/5.0 (Linux; Android 9; SM-G960F; wv) AppleWebKit/537.36 Chrome/87.0", "Android", "9"],
  ["Mozilla/5.0 (Android 13; Mobile; rv:120.0) Gecko/120.0 Firefox/120.0", "Android", "13"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36", "Windows", "10.0"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15", "macOS", "10.15.7"],
  ["Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36", "ChromeOS", "14541.0.0"],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36", "Linux", ""],
  ["", "", ""],
  ["curl/8.0 iPhones", "", ""],
])("%s", (userAgent, os_name, os_version) => {
  const device = deviceOf(userAgent);
  expect(device).toEqual({ os_name, os_version, isIos: os_name === "iOS", isAndroid: os_name === "Android" });
});
