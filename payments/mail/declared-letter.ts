import { formatDay, formatMoment } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import type { Declared } from "../../mails/letter";
import { wordsIn } from "../../mails/words";
import type { DeclarationRow } from "../declarations/tables";
import { languageOf, type Mail, mailOf, pathIn } from "./letters";

const TITLES = { cancel: "declaration:doneCancel", withdraw: "mails:withdrawn.heading" } as const;

/** Confirms what was declared, and when. The link has no sign: whoever typed the address may not be its owner. */
export function declaredMail(row: DeclarationRow, site: string): Mail {
  const { kind, email, language, declared_at } = row;
  const lang = languageOf(language);
  const link = new URL(pathIn(lang, kind), site).href;
  const values = { title: wordsIn(lang)(TITLES[kind]), time: formatMoment(lang, new Date(declared_at)) };
  return mailOf(lang, email, { kind: "declared", link, values, declared: declaredIn(lang, row) });
}

function declaredIn(lang: LocaleCode, { name, contract, email, manner, reason, end_on }: DeclarationRow): Declared {
  const words = wordsIn(lang);
  if (manner === null) return { name, contract, email };
  const end = end_on === null ? words("declaration:earliest") : formatDay(lang, end_on);
  return { name, contract, email, manner: words(`declaration:${manner}`), reason: reason ?? undefined, end };
}
