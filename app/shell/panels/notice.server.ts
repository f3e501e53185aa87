import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import type { Page } from "~/i18n/pages";
import { linkResultIn } from "~/visitor/arrival/app-link.server";
import type { Consent } from "~/visitor/attribution/tracking.server";
import type { Auth } from "~/visitor/identity/auth.server";

/** A message above the page's content. */
export interface PageNotice {
  title: string;
  text: string;
}

type NoticeReason = "unreadable" | "expired" | "noCookies" | "signedOut";

/** Why the visitor is not signed in as they may expect; undefined where there is nothing to say. */
export function noticeFor(request: Request, auth: Auth, lang: LocaleCode): PageNotice | undefined {
  const reason = reasonFor(request, auth);
  if (reason === undefined) return undefined;
  const t = translate(lang);
  return { title: t(`account:notice.${reason}Title`), text: t(`account:notice.${reason}`) };
}

function reasonFor(request: Request, auth: Auth): NoticeReason | undefined {
  const linkResult = linkResultIn(new URL(request.url).searchParams);
  // The redirect before this page set the session cookie: no cookie at all means that the browser refuses them.
  if (linkResult === "app") return request.headers.has("cookie") ? signedOutReason(auth) : "noCookies";
  return linkResult ?? signedOutReason(auth);
}

const signedOutReason = ({ kind }: Auth): NoticeReason | undefined => (kind === "over" ? "signedOut" : undefined);

/** The question to a visitor whom the payments API has logged out. */
export interface LoggedOutQuestion {
  title: string;
  text: string;
  stay: string;
  login: string;
}

export function questionFor({ kind }: Auth, lang: LocaleCode): LoggedOutQuestion | undefined {
  if (kind !== "loggedOut") return undefined;
  const t = translate(lang);
  return {
    title: t("account:question.title"),
    text: t("account:question.text"),
    stay: t("account:question.stay"),
    login: t("account:question.login"),
  };
}

/** The question whether the visitor may be tracked. */
export interface ConsentQuestion {
  text: string;
  allow: string;
  decline: string;
}

/** Not on the hand-off page, whose visitor is about to leave for the provider and comes back. */
export function consentQuestionFor(
  { isAsked }: Consent,
  page: Page | undefined,
  lang: LocaleCode,
): ConsentQuestion | undefined {
  if (!isAsked || page === "redirect") return undefined;
  const t = translate(lang);
  return { text: t("consent:text"), allow: t("consent:allow"), decline: t("consent:decline") };
}
