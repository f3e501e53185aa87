import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { entryNoteIn } from "~/visitor/arrival/entry-note";
import type { Auth } from "~/visitor/identity/auth.server";

/** What a visitor is told above the page they wanted. */
export interface Notice {
  title: string;
  text: string;
}

type Words = "unreadable" | "expired" | "noCookies" | "signedOut";

/** Why this visitor is not who they may think they are, where there is something to say. */
export function noticeFor(request: Request, auth: Auth, lang: LocaleCode): Notice | undefined {
  const words = wordsFor(request, auth);
  if (words === undefined) return undefined;
  const t = translate(lang);
  return { title: t(`account:notice.${words}Title`), text: t(`account:notice.${words}`) };
}

function wordsFor(request: Request, auth: Auth): Words | undefined {
  const note = entryNoteIn(new URL(request.url).searchParams);
  // The redirect before this page gave the browser its session: none of it has come back.
  if (note === "app") return request.headers.has("cookie") ? signedOut(auth) : "noCookies";
  return note ?? signedOut(auth);
}

const signedOut = ({ kind }: Auth): Words | undefined => (kind === "over" ? "signedOut" : undefined);

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
