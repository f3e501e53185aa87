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
  /** What whoever sends it has to fill in: labels. */
  blanks?: readonly string[];
}

/** Plain text. */
interface WrittenLetter {
  subject: string;
  body: string;
}

/** A letter to support that needs only to be sent: the way where no page does it. */
export function writtenLetter(
  lang: LocaleCode,
  brand: Brand,
  { asks, orderId, email, blanks = [] }: Letter,
): WrittenLetter {
  const t = translate(lang);
  const lines = [
    t(`mails:toSupport.${asks}Body`, { app: brand.appName }),
    orderId && t("mails:toSupport.order", { id: orderId }),
    email && t("mails:toSupport.myEmail", { email }),
    ...blanks.map((label) => letterLine(lang, label, "").trimEnd()),
  ].filter(Boolean);
  return { subject: t(`mails:toSupport.${asks}Subject`), body: lines.join("\r\n\r\n") };
}

/** A label and what belongs to it. */
export const letterLine = (lang: LocaleCode, label: string, value: string): string =>
  translate(lang)("mails:line", { label, value });

/** The `mailto:` address of a letter. An order's number is copied without the marks around it. */
export const mailtoOf = ({ supportEmail }: Brand, { subject, body }: WrittenLetter): string =>
  `mailto:${supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(withoutIsolates(body))}`;

export const letterToSupport = (lang: LocaleCode, brand: Brand, letter: Letter): string =>
  mailtoOf(brand, writtenLetter(lang, brand, letter));
