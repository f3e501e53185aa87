import spellChecker from "@zootools/email-spell-checker";
import { z } from "zod";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import type { EmailQuestion } from "./email-field";
import { MAIL_DOMAINS } from "./mail-domains.server";

/** What is wrong with an e-mail address, as a key of the checkout's errors. */
export type EmailMistake = "emailMissing" | "emailInvalid" | "emailPlus" | "emailTooLong";

const LONGEST_EMAIL = 254;
const emailMistake = (key: EmailMistake): EmailMistake => key;

const LOCAL_PART = "[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)*";
const LABEL = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";
const PATTERN = new RegExp(`^${LOCAL_PART}@(?:${LABEL}\\.)+[a-z]{2,}$`);

/** Trims the address and lowers its domain: phone keyboards add spaces and capitals. */
export function tidyEmail(text: string): string {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf("@");
  return at === -1 ? trimmed : trimmed.slice(0, at) + trimmed.slice(at).toLowerCase();
}

export const isEmail = (text: string): boolean => PATTERN.test(text);

/** The payments API takes no plus sign; whoever has one in their address is told that it is the reason. */
const isEmailButForPlus = (text: string): boolean => text.includes("+") && isEmail(text.replaceAll("+", ""));

/** The field `email` of every form: tidied, then validated. */
export const emailField = z
  .string(emailMistake("emailMissing"))
  .transform(tidyEmail)
  .pipe(
    z
      .string()
      .min(1, emailMistake("emailMissing"))
      .max(LONGEST_EMAIL, emailMistake("emailTooLong"))
      .refine((text) => !isEmailButForPlus(text), emailMistake("emailPlus"))
      .refine(isEmail, emailMistake("emailInvalid")),
  );

const MISTAKES: readonly EmailMistake[] = ["emailMissing", "emailInvalid", "emailPlus", "emailTooLong"];

export const isEmailMistake = (key: string | undefined): key is EmailMistake => MISTAKES.some((one) => one === key);

/** The address in a form's fields, or its first mistake. */
export function readEmail(text: string | undefined): { email: string } | { mistake: EmailMistake } {
  const parsed = emailField.safeParse(text);
  if (parsed.success) return { email: parsed.data };
  const found = parsed.error.issues[0]?.message;
  return { mistake: isEmailMistake(found) ? found : "emailInvalid" };
}

/** How many letters may be wrong: of a short name, which is close to many others, only its ending is mended. */
function mostEdits(typed: string, meant: string): number {
  const name = nameOf(meant);
  if (nameOf(typed) === name || name.length === 4) return 1;
  return name.length > 4 ? 2 : 0;
}

const nameOf = (domain: string): string => domain.slice(0, domain.indexOf("."));

/** 1 for as many wrong letters as may be, less for fewer. Where too many are missing or too many there, none is looked at. */
function distance(typed: string, meant: string): number {
  const most = mostEdits(typed, meant);
  const isFar = most === 0 || Math.abs(typed.length - meant.length) > most;
  return isFar ? Number.POSITIVE_INFINITY : edits(typed, meant) / most;
}

/** Letters that are missing, too many, another one, or swapped with the next: the optimal string alignment distance. */
function edits(one: string, other: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          at(last, j) + 1,
          at(row, j - 1) + 1,
          at(last, j - 1) + (isSame ? 0 : 1),
          isSwapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, last] = [last, row];
  }
  return at(last, other.length);
}

const at = (row: readonly number[] | undefined, index: number): number => row?.[index] ?? Number.POSITIVE_INFINITY;

/**
 * The address that was probably meant, where the domain looks like a mistyped one of MAIL_DOMAINS; the part before the @
 * stays as it is.
 */
export function suggestedEmail(email: string): string | undefined {
  const suggestion = spellChecker.run({
    email,
    domains: [...MAIL_DOMAINS],
    // Without these it would also mend endings of domains that nobody knows.
    secondLevelDomains: [],
    topLevelDomains: [],
    distanceFunction: distance,
    domainThreshold: 1,
  });
  return suggestion && `${email.slice(0, email.lastIndexOf("@"))}@${suggestion.domain}`;
}

/** An address that looks mistyped, and the one that was probably meant. */
export interface MistypedEmail {
  asked: string;
  suggested: string;
}

/**
 * What to ask about a form's e-mail address, or undefined. Asked once: if the form is sent again with the same address in
 * `email_asked`, the address is used as it is.
 */
export function questionAbout(email: string, asked: string | undefined): MistypedEmail | undefined {
  if (asked === email) return undefined;
  const suggested = suggestedEmail(email);
  return suggested === undefined ? undefined : { asked: email, suggested };
}

/** The question in words. `goesOnTo`: what the form does when the address is kept. */
export function emailQuestion(
  lang: LocaleCode,
  { asked, suggested }: MistypedEmail,
  goesOnTo: "payment" | "start" | "signUp" | "link",
): EmailQuestion {
  const t = translate(lang);
  const text = t("form-answers:emailQuestion.text", { email: suggested });
  const [use, keep] = [t("form-answers:emailQuestion.use"), t(`form-answers:emailQuestion.${goesOnTo}`)];
  return { asked, open: { suggested, text, use, keep } };
}

/**
 * The fields with the suggestion in place of what was typed, to be shown before the form is used; undefined where the visitor
 * did not take it. An address that was changed by hand after the question beats it.
 */
export function withSuggestion(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined {
  const { email = "", email_asked: asked, email_use: use } = fields;
  if (use === undefined) return undefined;
  return tidyEmail(email) === asked ? { ...fields, email: use, email_asked: use } : fields;
}
