import { DEFAULT_LOCALE } from "~/i18n/locales";
import { anonymousSignup } from "~/upstream/contract/sign-up";
import { accountFor } from "../accounts";
import { signedLinkTo } from "../app-link";
import { tokenObjection } from "../bot-check/check-token";
import type { Context } from "../context";
import { mailOf } from "../mail/letters";
import { isDue, writeMail } from "../mail/write";
import { TOKEN_AGE_S } from "../signed-links";
import { isEmail } from "./email";
import { failure } from "./failure";
import type { routesIn } from "./route";

/** The action that a bot check token for this call must have. */
const ACTION = "anonymous_signup";

export function signUpRoutes(context: Context, { posting }: ReturnType<typeof routesIn>) {
  const { db, links, now } = context;

  /** Only somebody who can read the address's mail may sign in to its account. */
  async function sendLink({ user_id, email }: { user_id: number; email: string }, appId: number): Promise<void> {
    const link = signedLinkTo(context, "/account", { userId: user_id, appId });
    await db.transaction().execute(async (tx) => {
      if (!(await isDue(tx, "signIn", email, now()))) return;
      // The call tells no language.
      await writeMail(tx, mailOf(DEFAULT_LOCALE, email, { kind: "signIn", link, told: {} }), now());
    });
  }

  return {
    anonymousSignup: posting(anonymousSignup, async ({ email, recasign, _cps }, { appType }) => {
      if (!isEmail(email)) throw failure("email_invalid");
      const objection = await db
        .transaction()
        .execute((tx) => tokenObjection(tx, { word: recasign, action: ACTION }, now()));
      if (objection) throw failure(objection);
      const attribution = _cps ? JSON.stringify(_cps) : null;
      const account = await db.transaction().execute((tx) => accountFor(tx, { email, attribution, now: now() }));
      // A backend that knows only the specification returns a token for an existing account.
      if (!account.isNew && !context.isBare) {
        await sendLink(account, appType);
        return { email: account.email, is_new: false, link_sent: true };
      }
      const token = links.issueToken(account.user_id, now());
      return { user_id: account.user_id, token, email: account.email, is_new: account.isNew, expires_in: TOKEN_AGE_S };
    }),
  };
}
