import { DEFAULT_LOCALE } from "~/i18n/locales";
import { anonymousSignup } from "~/upstream/contract/visitor";
import { accountFor, isKnown } from "../accounts";
import { saleIn } from "../catalogue/sale";
import type { Context } from "../context";
import { signedLinkTo } from "../links/app-link";
import { TOKEN_AGE_S } from "../links/signed-links";
import { mailOf } from "../mail/letters";
import { mayWriteAgain, writeMail } from "../mail/write";
import type { Tx } from "../store/database";
import { isEmail } from "./email";
import { failure } from "./failure";
import type { routesIn } from "./route";

/** The action that a bot check token for this call must have. */
const ACTION = "anonymous_signup";

export function signUpRoutes(context: Context, { posting }: ReturnType<typeof routesIn>) {
  const { db, links, now } = context;

  /** Only somebody who can read the address's mail may sign in to its account. */
  async function mailLink(tx: Tx, { user_id, email }: { user_id: number; email: string }, appId: number) {
    if (!(await mayWriteAgain(tx, "signIn", email, now()))) return;
    const link = signedLinkTo(context, "/account", { userId: user_id, appId });
    // The call tells no language.
    await writeMail(await saleIn(context, tx), mailOf(DEFAULT_LOCALE, email, { kind: "signIn", link, values: {} }));
  }

  return {
    /** One answer for every address, so that nobody can ask who is a customer: each has an account afterwards. */
    anonymousSignup: posting(anonymousSignup, async ({ email, recasign, _cps }, { appType }) => {
      if (!isEmail(email)) throw failure("email_invalid");
      const spend = await context.checkBot({ word: recasign, action: ACTION }, now());
      const objection = await db.transaction().execute(spend);
      if (objection) throw failure(objection);
      const attribution = _cps ? JSON.stringify(_cps) : null;
      return db.transaction().execute(async (tx) => {
        if (context.isBare && (await isKnown(tx, email))) throw failure("email_taken");
        const account = await accountFor(tx, { email, attribution, now: now() });
        // A backend that knows only the specification cannot mail: it gives a token to whoever made the account, and to nobody later.
        if (context.isBare)
          return { ...account, token: links.signUpToken(account.user_id, now()), expires_in: TOKEN_AGE_S };
        await mailLink(tx, account, appType);
        return { email: account.email, link_sent: true };
      });
    }),
  };
}
