import type { LocaleCode } from "~/i18n/locales";
import { accountView } from "~/visitor/identity/account-view";
import { authOf } from "~/visitor/identity/auth.server";
import { visitorOf } from "~/visitor/visitor.server";
import type { SignUpFormView } from "./sign-up-form";
import { newSignUpForm } from "./sign-up-form.server";

export type AccountData =
  /** `until`: the day the present plan ends. `hasReceipts`: an app's link lets them into their receipts. */
  | { kind: "member"; email: string; until?: string; hasReceipts: boolean }
  /** There is a token, and the payments API cannot say whose. */
  | { kind: "unknown" }
  | { kind: "nobody"; form: SignUpFormView };

/** Who the visitor is signed in as, or the form to sign in with. */
export async function accountData(lang: LocaleCode, args: Parameters<typeof authOf>[0]): Promise<AccountData> {
  const [{ auth }, visitor] = await Promise.all([authOf(args), visitorOf(args.request)]);
  if (auth.kind === "unknown") return { kind: "unknown" };
  if (auth.kind !== "member") return { kind: "nobody", form: await newSignUpForm(lang, visitor) };
  const view = accountView(lang, auth.profile, undefined, new Date());
  const until = view.kind === "member" ? view.until : undefined;
  return { kind: "member", email: auth.profile.email, until, hasReceipts: visitor.session !== undefined };
}
