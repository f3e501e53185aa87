import { z } from "zod";
import { addressNotice } from "~/forms/address-notice.server";
import { type EmailMistake, readEmail, tidyEmail } from "~/forms/email.server";
import type { FieldError } from "~/forms/error-summary";
import { formatDay } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { letterLine, mailtoOf } from "~/mailed-links/letter.server";
import { digestOf } from "~/sealing.server";
import type { Fact } from "~/shell/panels/fact-list";
import {
  CANCELLATION_MANNERS,
  DECLARATION_LENGTHS,
  type Declaration,
  type DeclarationKind,
  declaration,
} from "~/upstream/contract/declarations";
import type { Brand } from "~/visitor/brand/brand";

const received = declaration.extend({ declaredAt: z.iso.datetime(), isMailed: z.boolean() });
export type ReceivedDeclaration = z.output<typeof received>;

/** What was just declared, for the page after the redirect; at its longest it fits into an address. */
export const justDeclared = addressNotice(received, { purpose: "declared", param: "done" });

/** A form's field and the words for what is wrong with it. */
type Mistakes = FieldError[];

type ReadDeclaration = { declaration: Declaration; mistakes?: undefined } | { mistakes: Mistakes };

type Fields = Readonly<Record<string, string>>;

/** One line: without what cannot be seen, and without the spaces that phones add. */
const tidied = (text = ""): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

/** What a form declares, or its mistakes in the form's order. */
export function readDeclaration(lang: LocaleCode, kind: DeclarationKind, fields: Fields): ReadDeclaration {
  const t = translate(lang);
  const mistakes: Mistakes = [];
  const wrong = (field: string, message: string) => mistakes.push({ field: `declare-${field}`, message });
  const read = (field: keyof typeof DECLARATION_LENGTHS, isNeeded: boolean): string => {
    const text = tidied(fields[field]);
    if (text === "" && isNeeded) wrong(field, t(`declaration:mistakes.${field}`));
    if (text.length > DECLARATION_LENGTHS[field]) wrong(field, t("declaration:mistakes.tooLong"));
    return text;
  };
  const name = read("name", true);
  const contract = read("contract", true);
  const email = readAnyEmail(fields.email);
  if ("mistake" in email) wrong("email", t(`form-answers:mistakes.${email.mistake}`));
  const address = "mistake" in email ? "" : email.email;
  if (kind === "withdraw") {
    return mistakes.length > 0 ? { mistakes } : { declaration: { kind, name, contract, email: address } };
  }
  const manner = CANCELLATION_MANNERS.find((one) => one === fields.manner) ?? "ordinary";
  const reason = read("reason", manner === "extraordinary") || undefined;
  const endOn = tidied(fields.end_on) || undefined;
  if (endOn !== undefined && !isDayToCome(endOn)) wrong("end_on", t("declaration:mistakes.end"));
  if (mistakes.length > 0) return { mistakes };
  return { declaration: { kind, name, contract, email: address, manner, reason, end_on: endOn } };
}

/** A plus sign, which no purchase takes, keeps nobody from being confirmed what they declared. */
function readAnyEmail(text: string | undefined): { email: string } | { mistake: EmailMistake } {
  const read = readEmail(text);
  return "mistake" in read && read.mistake === "emailPlus" ? { email: tidyEmail(text ?? "") } : read;
}

/** Where it is the earliest, it is today for as long after UTC's midnight. */
const LATEST_ZONE_MS = 12 * 60 * 60_000;

/** Today is a day to come wherever somebody is. */
const isDayToCome = (day: string): boolean =>
  z.iso.date().safeParse(day).success && day >= new Date(Date.now() - LATEST_ZONE_MS).toISOString().slice(0, 10);

/** The idempotency key: of one form the same content is the same declaration, and another content is another one. */
export const declarationKey = (attempt: string, content: Declaration): string =>
  digestOf(`${attempt} ${JSON.stringify(content)}`);

/** Exactly what was declared, as it is read. */
export function declarationFacts(lang: LocaleCode, { kind, name, contract, email, ...more }: Declaration): Fact[] {
  const t = translate(lang);
  const facts = [
    { label: t("declaration:name"), text: name },
    { label: t("declaration:contract"), text: contract },
  ];
  if (kind === "cancel") facts.push(...cancellationFacts(lang, more));
  return [...facts, { label: t("declaration:email"), text: email }];
}

function cancellationFacts(
  lang: LocaleCode,
  { manner = "ordinary", reason, end_on }: Pick<Declaration, "manner" | "reason" | "end_on">,
) {
  const t = translate(lang);
  const end = end_on === undefined ? t("declaration:earliest") : formatDay(lang, end_on);
  return [
    { label: t("declaration:manner"), text: t(`declaration:${manner}`) },
    ...(reason === undefined ? [] : [{ label: t("declaration:reason"), text: reason }]),
    { label: t("declaration:end"), text: end },
  ];
}

/** The `mailto:` address of the same declaration, for whoever cannot send it here. */
export function declarationLetter(lang: LocaleCode, brand: Brand, content: Declaration): string {
  const t = translate(lang);
  const subject = t(`mails:toSupport.${content.kind}Subject`);
  const lines = declarationFacts(lang, content).map(({ label, text = "" }) => letterLine(lang, label, text));
  return mailtoOf(brand, { subject, body: [`${subject}: ${brand.appName}`, ...lines].join("\r\n\r\n") });
}
