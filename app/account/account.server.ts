import { json, redirect } from "@remix-run/node";
import { problem, retryHeaders } from "~/errors/errors.server";
import {
  newEmailForm,
  type RefusedEmail,
  readGuardedEmail,
  refusedByApi,
  SIGN_UP_FORM,
} from "~/forms/guarded-email.server";
import type { EmailFormView } from "~/forms/guarded-email-form";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { log } from "~/log.server";
import { linkRequested } from "~/mailed-links/mailed-link.server";
import { addingParams, paths, SIGNED_OUT_TOAST } from "~/paths";
import { limitMails } from "~/security/limits/mail-limit.server";
import { pathOfReturnPage, type ReturnPage, returnPageIn } from "~/shell/return-page";
import { signUp } from "~/upstream/account.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import { appLinkOn } from "~/visitor/brand/brand";
import { deviceOf, userAgentOf } from "~/visitor/browser/device.server";
import { planEnd } from "~/visitor/identity/account-view";
import { authOf, loggedOut, loggingIn, signedUp, stayingLoggedOut } from "~/visitor/identity/auth.server";
import { type Visitor, visitorOf, whereaboutsOf } from "~/visitor/visitor.server";

export type AccountData =
  /** `until`: the day the current plan ends. `hasReceipts`: signed in by a link, which opens receipts too. */
  | { kind: "member"; email: string; until?: string; isProven: boolean; hasReceipts: boolean }
  /** The visitor has a token, but the payments API could not say whose it is. */
  | { kind: "unknown" }
  | { kind: "nobody"; form: EmailFormView; notice?: SignUpNotice };

export type SignUpNotice =
  /** A link was mailed to this address, whether it was known or not. */
  | { kind: "mailed"; email: string }
  /** The address has an account. `appLink`: opens the app on the visitor's device. */
  | { kind: "existing"; appLink?: string };

/** Who the visitor is signed in as, or the form to sign in with. */
export async function accountData(lang: LocaleCode, args: Parameters<typeof authOf>[0]): Promise<AccountData> {
  const [{ auth }, visitor] = await Promise.all([authOf(args), visitorOf(args.request)]);
  if (auth.kind === "unknown") return { kind: "unknown" };
  if (auth.kind !== "member")
    return {
      kind: "nobody",
      form: await newEmailForm(SIGN_UP_FORM, lang, visitor),
      notice: await noticeIn(args.request, visitor),
    };
  const { email } = auth.profile;
  const until = planEnd(lang, auth.profile, { now: new Date(), place: await whereaboutsOf(visitor) });
  const isProven = visitor.bearerFrom !== "signUp";
  return { kind: "member", email, until, isProven, hasReceipts: visitor.session !== undefined };
}

async function noticeIn(request: Request, { brand }: Visitor): Promise<SignUpNotice | undefined> {
  const email = await linkRequested.read(request);
  if (email !== undefined) return { kind: "mailed", email };
  if (new URL(request.url).searchParams.get("existing") !== "app") return undefined;
  return { kind: "existing", appLink: appLinkOn(deviceOf(userAgentOf(request)), brand) };
}

interface AccountRequest {
  fields: Readonly<Record<string, string>>;
  lang: LocaleCode;
  request: Request;
  visitor: Visitor;
  /** The page that sent the visitor to sign in, as the address names it. */
  cameFrom: ReturnPage | undefined;
}

const HOME_PAGE: ReturnPage = { page: "home" };
const ACCOUNT_PAGE: ReturnPage = { page: "account" };

/** Handles the account's forms; the intents `stay` and `login` answer the question shown to a logged-out visitor. */
export async function answerAccountForm(sent: AccountRequest) {
  const { fields, lang, request } = sent;
  const returnPage = returnPageIn(fields) ?? HOME_PAGE;
  switch (fields.intent) {
    case "signup":
      return answerSignUp(sent);
    case "stay":
      return redirectTo(pathOfReturnPage(lang, returnPage), await stayingLoggedOut(request));
    case "login":
      return redirectTo(signedOutOn(pathOfReturnPage(lang, returnPage)), await loggingIn(request));
    case "logout":
      return redirectTo(paths.account(lang), await loggedOut(request));
    default:
      throw problem(400);
  }
}

/** What the log calls it; how it went is beside it, who it was is not. */
const SIGN_UP_SENT = "a sign-up was sent";

async function answerSignUp({ fields, lang, request, visitor, cameFrom }: AccountRequest) {
  const { requestId } = visitor;
  const read = await readGuardedEmail(fields, SIGN_UP_FORM, lang, visitor);
  if (!read.ok) {
    log.info({ requestId, outcome: "form", status: read.status }, SIGN_UP_SENT);
    return signUpAgain(read);
  }
  const { email, recasign } = read;
  try {
    const result = await limitMails(
      "signUpMail",
      email,
      () => signUp({ email, recasign, _cps: visitor.cps }, visitor.caller),
      (signedUp) => signedUp.kind === "mailed",
    );
    log.info({ requestId, outcome: result?.kind ?? "mailedBefore" }, SIGN_UP_SENT);
    switch (result?.kind) {
      case undefined:
      case "mailed":
        return redirectTo(paths.account(lang, { ...cameFrom }, { done: await linkRequested.seal(email) }), []);
      case "existing":
        return redirectTo(paths.account(lang, { ...cameFrom }, { existing: "app" }), []);
      case "signedUp":
        return redirectTo(pathOfReturnPage(lang, cameFrom ?? ACCOUNT_PAGE), await signedUp(result.account, request));
    }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.info({ requestId, outcome: error.kind }, SIGN_UP_SENT);
    const t = translate(lang);
    const words = { token: t("account:signUp.tokenRefused"), other: t("account:signUp.refused") };
    return signUpAgain(refusedByApi(error, fields, SIGN_UP_FORM, lang, words));
  }
}

function signUpAgain({ again, status, retryAfter }: RefusedEmail) {
  return json({ again }, { status, headers: retryHeaders(retryAfter) });
}

/** The page that the visitor was on, loaded again without their account: it says so, and where to log in. */
const signedOutOn = (page: string): string => addingParams(page, { [SIGNED_OUT_TOAST.name]: SIGNED_OUT_TOAST.value });

/** @param target one of our own pages */
function redirectTo(target: string, cookies: string[]): Response {
  const headers = new Headers(cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]));
  return redirect(target, { status: 303, headers });
}
