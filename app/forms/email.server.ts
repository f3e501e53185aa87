import spellChecker from "@zootools/email-spell-checker";
import { z } from "zod";
import { type EmailQuestion, isEmail, tidyEmail } from "./email";

/** What is wrong with an e-mail address, as a key of the checkout's errors. */
export type EmailMistake = "emailMissing" | "emailInvalid" | "emailTooLong";

const LONGEST = 254;
const mistake = (key: EmailMistake): EmailMistake => key;

/** The field `email` of every form: tidied, then validated. */
export const emailField = z
  .string(mistake("emailMissing"))
  .transform(tidyEmail)
  .pipe(
    z
      .string()
      .min(1, mistake("emailMissing"))
      .max(LONGEST, mistake("emailTooLong"))
      .refine(isEmail, mistake("emailInvalid")),
  );

const MISTAKES: readonly EmailMistake[] = ["emailMissing", "emailInvalid", "emailTooLong"];

/** The address in a form's fields, or its first mistake. */
export function readEmail(text: string | undefined): { email: string } | { mistake: EmailMistake } {
  const parsed = emailField.safeParse(text);
  if (parsed.success) return { email: parsed.data };
  return { mistake: MISTAKES.find((key) => key === parsed.error.issues[0]?.message) ?? "emailInvalid" };
}

/** Mailboxes that are common where our buyers live and close to the spelling of another one, so that nobody is asked about them. */
const COMMON = [
  ..."gmail.com googlemail.com icloud.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com aol.com".split(
    " ",
  ),
  ..."gmx.com gmx.net gmx.de gmx.at gmx.ch web.de t-online.de freenet.de posteo.de mailbox.org".split(" "),
  ..."mail.com email.com proton.me pm.me protonmail.com fastmail.com hey.com duck.com tuta.io zoho.com".split(" "),
  ..."mail.ru list.ru bk.ru inbox.ru internet.ru ya.ru yandex.ru yandex.com rambler.ru ukr.net i.ua meta.ua".split(" "),
  ..."libero.it tiscali.it alice.it virgilio.it tin.it orange.fr free.fr sfr.fr wanadoo.fr laposte.net".split(" "),
  ..."wp.pl o2.pl onet.pl interia.pl op.pl uol.com.br bol.com.br terra.com.br sapo.pt ziggo.nl kpnmail.nl".split(" "),
  ..."qq.com 163.com 126.com sina.com foxmail.com naver.com daum.net hanmail.net nate.com kakao.com".split(" "),
  ..."docomo.ne.jp ezweb.ne.jp softbank.ne.jp yahoo.co.jp yahoo.co.in rediffmail.com yahoo.co.id yahoo.co.uk".split(
    " ",
  ),
];
const DOMAINS = [...new Set([...spellChecker.POPULAR_DOMAINS, ...COMMON])];

/** The address that was probably meant, where the domain looks mistyped; the part before the @ stays as it is. */
export function suggestedEmail(email: string): string | undefined {
  const suggestion = spellChecker.run({ email, domains: DOMAINS });
  if (suggestion === undefined) return undefined;
  const suggested = `${email.slice(0, email.lastIndexOf("@"))}@${suggestion.domain}`;
  return suggested !== email && isEmail(suggested) ? suggested : undefined;
}

/**
 * The question to ask about a form's e-mail address, or undefined. Asked once: if the form is sent again with the same
 * address in `email_asked`, the address is used as it is.
 */
export function questionAbout(email: string, asked: string | undefined): Required<EmailQuestion> | undefined {
  if (asked === email) return undefined;
  const suggested = suggestedEmail(email);
  return suggested === undefined ? undefined : { asked: email, suggested };
}

/**
 * The fields with the visitor's answer: `email_use` is the button that takes the suggestion. An address that was changed
 * by hand after the question beats it.
 */
export function withEmailAnswer(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { email = "", email_asked: asked, email_use: use } = fields;
  return use !== undefined && tidyEmail(email) === asked ? { ...fields, email: use, email_asked: use } : fields;
}
