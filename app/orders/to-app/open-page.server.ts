import { pageNotFound } from "~/errors/errors.server";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { redemptionCode } from "~/upstream/contract/apps/redemptions";
import { brandOf, openAppOf } from "~/visitor/brand/brands.server";
import { deviceOf, userAgentOf } from "~/visitor/browser/device.server";
import { type QrCodeView, qrCode } from "~/visitor/browser/qr-code.server";
import { addressToScan, appAddress, schemeAddress } from "./app-addresses.server";
import { waysToInstall } from "./ways-to-app.server";

/** What is said to whoever came by a link that opens the app, and is in a browser: no app has taken it. */
export interface OpenView {
  title: string;
  texts: string[];
  /** Opens the app; missing where the link is broken off, and on a computer. */
  open?: { text: string; at: string };
  install: { text: string; at: string }[];
  scan?: { code: QrCodeView; text: string };
}

/** Looking at the page spends nothing: the app alone redeems the code. @throws a 404 where the app takes no codes */
export function openView(request: Request, lang: LocaleCode, appType: number): OpenView {
  if (openAppOf(appType) === undefined) throw pageNotFound(request);
  const t = translate(lang);
  const app = brandOf(appType).appName;
  const device = deviceOf(userAgentOf(request));
  const isPhone = device.isIos || device.isAndroid;
  const install = waysToInstall(lang, appType, device);
  const title = t("sale:app.open", { app });
  const code = redemptionCode.safeParse(new URL(request.url).searchParams.get("code")).data;
  if (code === undefined) return { title, texts: [t("sale:openPage.broken")], install };
  const at = isPhone ? (schemeAddress(appType, device, code) ?? appAddress(appType, "link", code)) : undefined;
  return {
    title,
    texts: [t("sale:openPage.text", { app }), t("sale:openPage.install"), t("sale:openPage.over", { app })],
    open: at === undefined ? undefined : { text: title, at },
    install,
    scan: isPhone ? undefined : { code: qrCode(addressToScan(lang, appType, code)), text: t("sale:app.scan", { app }) },
  };
}
