import type { z } from "zod";
import { DEFAULT_LOCALE } from "~/i18n/locales";
import { anonymousSignup } from "~/upstream/contract/visitor";
import { accountFor } from "../accounts";
import { saleIn } from "../catalogue/sale";
import type { Context } from "../context";
import { signedLinkTo } from "../links/app-link";
import { mailOf } from "../mail/letters";
import { mayWriteAgain, writeMail } from "../mail/write";
import type { Tx } from "../store/database";
import { isEmail } from "./email";
import { failure } from "./failure";
import type { routesIn } from "./route";

/** The action that a bot check token for this call must have. */
const ACTION = "anonymous_signup";

/** Gives an address its account. @returns what the call answers @throws Failure */
export type SignUp = (context: Context, tx: Tx, wanted: Wanted) => Promise<z.input<typeof anonymousSignup.answer>>;

interface Wanted {
  email: string;
  /** JSON of the affiliate payload. */
  attribution: string | null;
  appType: number;
}

/** One answer for every address, so that nobody can ask who is a customer: each has an account afterwards. */
const byMail: SignUp = async (context, tx, { email, attribution, appType }) => {
  const account = await accountFor(tx, { email, attribution, now: context.now() });
  await mailLink(context, tx, { ...account, appId: appType });
  return { email: account.email, link_sent: true };
};

interface Mailed {
  user_id: number;
  email: string;
  appId: number;
}

/** Only somebody who can read the address's mail may sign in to its account. */
async function mailLink(context: Context, tx: Tx, { user_id, email, appId }: Mailed): Promise<void> {
  if (!(await mayWriteAgain(tx, "signIn", email, context.now()))) return;
  const link = signedLinkTo(context, "/account", { userId: user_id, appId });
  // The call tells no language.
  await writeMail(await saleIn(context, tx), mailOf(DEFAULT_LOCALE, email, { kind: "signIn", link, values: {} }));
}

export function signUpRoutes(context: Context, { posting }: ReturnType<typeof routesIn>, signUp = byMail) {
  const { db, now } = context;
  return {
    anonymousSignup: posting(anonymousSignup, async ({ email, recasign, _cps }, { appType }) => {
      if (!isEmail(email)) throw failure("email_invalid");
      const spend = await context.checkBot({ word: recasign, action: ACTION }, now());
      const objection = await db.transaction().execute(spend);
      if (objection) throw failure(objection);
      const attribution = _cps ? JSON.stringify(_cps) : null;
      return db.transaction().execute((tx) => signUp(context, tx, { email, attribution, appType }));
    }),
  };
}
