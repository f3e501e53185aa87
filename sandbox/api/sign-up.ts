import { anonymousSignup } from "~/upstream/contract/sign-up";
import { accountFor } from "../accounts";
import { tokenObjection } from "../bot-check/check-token";
import type { Context } from "../context";
import { TOKEN_AGE_S } from "../signed-links";
import { isEmail } from "./email";
import { failure } from "./failure";
import type { routesIn } from "./route";

/** What a token of the bot check must have been asked for. */
const ACTION = "anonymous_signup";

export function signUpRoutes({ db, links, now }: Context, { posting }: ReturnType<typeof routesIn>) {
  return {
    anonymousSignup: posting(anonymousSignup, async ({ email, recasign, _cps }) => {
      if (!isEmail(email)) throw failure("email_invalid");
      const objection = await db
        .transaction()
        .execute((tx) => tokenObjection(tx, { word: recasign, action: ACTION }, now()));
      if (objection) throw failure(objection);
      const attribution = _cps ? JSON.stringify(_cps) : null;
      const account = await db.transaction().execute((tx) => accountFor(tx, { email, attribution, now: now() }));
      const token = links.issueToken(account.user_id, now());
      return { user_id: account.user_id, token, email: account.email, is_new: account.isNew, expires_in: TOKEN_AGE_S };
    }),
  };
}
