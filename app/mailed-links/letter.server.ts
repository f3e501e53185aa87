import { withoutIsolates } from "~/i18n/isolates";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import type { Brand } from "~/visitor/brand/brand";

interface Letter {
  /** What the letter asks for. */
  asks: "cancel" | "withdraw" | "receipts";
  orderId?: string | undefined;
  /** The address that the purchase was made with, as far as it is known. */
  email?: string | undefined;
}

/** The `mailto:` address of a letter to support that needs only to be sent: the way where no page does it. */
export function letterToSupport(lang: LocaleCode, brand: Brand, { asks, orderId, email }: Letter): string {
  const t = translate(lang);
  const lines = [
    t(`mails:toSupport.${asks}Body`, { app: brand.appName }),
    orderId && t("mails:toSupport.order", { id: orderId }),
    email && t("mails:toSupport.myEmail", { email }),
  ].filter(Boolean);
  const subject = encodeURIComponent(t(`mails:toSupport.${asks}Subject`));
  // An order's number is copied without the marks.
  const body = encodeURIComponent(withoutIsolates(lines.join("\r\n\r\n")));
  return `mailto:${brand.supportEmail}?subject=${subject}&body=${body}`;
}
