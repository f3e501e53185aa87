import { newEmailForm, SUBSCRIPTION_LINK } from "~/forms/guarded-email.server";
import type { EmailFormView } from "~/forms/guarded-email-form";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { paths } from "~/paths";
import { hasOptionalCall } from "~/upstream/catalogue.server";
import type { Visitor } from "~/visitor/visitor.server";
import { byMail } from "./by-mail.server";
import { askedForIn } from "./mailed-link.server";
import type { LinkFormWords } from "./mailed-link-form";

/** How whoever came without a link gets to their receipts; all words are text, as few pages show them. */
export interface WaysIn {
  /** A link was just asked for. */
  asked?: { title: string; text: string };
  /** Has a link mailed; missing where the payments API mails none. */
  form?: { view: EmailFormView; words: LinkFormWords };
  /** In the form's place: a letter to support that needs only to be sent. */
  letter?: { text: string; link: string; at: string };
  /** Missing for whoever is signed in. */
  signIn?: { text: string; at: string };
}

/** Never throws UpstreamError. */
export async function waysIn(lang: LocaleCode, request: Request, visitor: Visitor): Promise<WaysIn> {
  const t = translate(lang);
  const heading = t("form-answers:lostLink.heading");
  const mailed = await mailedWay(lang, request, visitor, { heading, text: t("form-answers:lostLink.text") });
  return {
    ...mailed,
    letter: mailed.form === undefined ? letterOf(lang, visitor) : undefined,
    signIn:
      visitor.bearerFrom === undefined
        ? { text: t("account:signUp.heading"), at: paths.account(lang, { page: "receipts" }) }
        : undefined,
  };
}

/** From some orders to everything that was bought with an address. Never throws UpstreamError. */
export async function wayToAll(lang: LocaleCode, request: Request, visitor: Visitor): Promise<MailedWay> {
  const t = translate(lang);
  const heading = t("form-answers:allReceipts.heading");
  return mailedWay(lang, request, visitor, { heading, text: t("form-answers:allReceipts.text") });
}

type MailedWay = Pick<WaysIn, "asked" | "form">;

async function mailedWay(
  lang: LocaleCode,
  request: Request,
  visitor: Visitor,
  words: Pick<LinkFormWords, "heading" | "text">,
): Promise<MailedWay> {
  const t = translate(lang);
  const [canAsk, askedFor] = await Promise.all([
    hasOptionalCall("subscription_link", visitor.caller, visitor),
    askedForIn(request),
  ]);
  return {
    asked:
      askedFor === undefined
        ? undefined
        : { title: t("subscription:ask.sentTitle"), text: t("subscription:ask.sent", { email: askedFor }) },
    form: canAsk ? await formOf(lang, visitor, words) : undefined,
  };
}

async function formOf(
  lang: LocaleCode,
  visitor: Visitor,
  words: Pick<LinkFormWords, "heading" | "text">,
): Promise<WaysIn["form"]> {
  const t = translate(lang);
  return {
    view: await newEmailForm(SUBSCRIPTION_LINK, lang, visitor),
    words: {
      ...words,
      email: t("subscription:ask.email"),
      submit: t("subscription:ask.submit"),
      sending: t("subscription:sending"),
    },
  };
}

function letterOf(lang: LocaleCode, { brand }: Visitor): WaysIn["letter"] {
  const t = translate(lang);
  const at = byMail(lang, brand, { asks: "receipts" });
  return { text: t("subscription:byMail.text"), link: t("subscription:byMail.link"), at };
}
