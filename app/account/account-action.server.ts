import { json, redirect } from "@remix-run/node";
import type { LocaleCode } from "~/i18n/locales";
import { paths } from "~/paths";
import { problem } from "~/problem.server";
import { type Place, pathOfPlace, placeNamed } from "~/shell/return-page";
import { signUp } from "~/upstream/account.server";
import { UpstreamError } from "~/upstream/upstream-error";
import { signedOut, signedUp, stayingLoggedOut } from "~/visitor/identity/sign-in-cookies.server";
import type { Visitor } from "~/visitor/visitor.server";
import { type RefusedSignUp, readSignUp, signUpRefused } from "./sign-up-form.server";

type Fields = Record<string, string>;

export interface AccountRequest {
  fields: Fields;
  lang: LocaleCode;
  visitor: Visitor;
  /** The page that sent the visitor to sign in, as the address names it. */
  cameFrom: Place | undefined;
}

const HOME: Place = { page: "home" };
const ACCOUNT: Place = { page: "account" };

/** What the account's forms do; `stay` and `login` answer the question to a visitor who has been logged out. */
export async function answerForm(asked: AccountRequest) {
  const { fields, lang, visitor } = asked;
  const place = placeNamed(fields) ?? HOME;
  switch (fields.intent) {
    case "signup":
      return answerSignUp(asked);
    case "stay":
      return leadTo(pathOfPlace(lang, place), await stayingLoggedOut(visitor.session));
    case "login":
      return leadTo(paths.account(lang, place), signedOut());
    case "logout":
      return leadTo(paths.account(lang), signedOut());
    default:
      throw problem(400);
  }
}

async function answerSignUp({ fields, lang, visitor, cameFrom }: AccountRequest) {
  const read = await readSignUp(fields, lang, visitor);
  if (!read.ok) return showAgain(read);
  const { email, recasign } = read;
  try {
    const account = await signUp({ email, recasign, _cps: visitor.cps }, visitor.caller);
    return leadTo(pathOfPlace(lang, cameFrom ?? ACCOUNT), signedUp(account, visitor.session));
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return showAgain(signUpRefused(error, fields, lang));
  }
}

function showAgain({ again, status, retryAfter }: RefusedSignUp) {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
  return json({ again }, { status, headers });
}

/** @param target one of our own pages */
function leadTo(target: string, cookies: string[]): Response {
  const headers = new Headers(cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]));
  return redirect(target, { status: 303, headers });
}
