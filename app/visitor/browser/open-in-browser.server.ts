import { env } from "~/env.server";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { type QrCodeView, qrCode } from "./qr-code.server";

/** How to open the same page in the visitor's own browser. Includes its texts, because hardly any page needs them. */
export interface OpenInBrowser {
  link: string;
  code?: QrCodeView | undefined;
  words: { title: string; text: string; link: string; copy: string; copied: string; code: string };
}

/** A QR code of a longer address is too fine to scan from a phone. */
export const LONGEST_FOR_CODE = 200;

/** How to open the page outside an app's built-in browser; undefined where it is open in the visitor's own. */
export function wayToOwnBrowser(
  path: string,
  lang: LocaleCode,
  { isInApp }: { isInApp: boolean },
): OpenInBrowser | undefined {
  if (!isInApp) return undefined;
  const t = translate(lang);
  const link = new URL(path, env().publicOrigin).href;
  return {
    link,
    code: link.length > LONGEST_FOR_CODE ? undefined : qrCode(link),
    words: {
      title: t("paystatus:openInBrowser.title"),
      text: t("paystatus:openInBrowser.text"),
      link: t("paystatus:openInBrowser.link"),
      copy: t("paystatus:openInBrowser.copy"),
      copied: t("paystatus:openInBrowser.copied"),
      code: t("paystatus:openInBrowser.code"),
    },
  };
}
