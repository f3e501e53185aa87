import { accountFor } from "../../payments/accounts";
import { failure } from "../../payments/api/failure";
import type { SignUp } from "../../payments/api/sign-up";
import { TOKEN_AGE_S } from "../../payments/links/signed-links";

/** A backend of the specification cannot mail: it gives a token to whoever made the account, and to nobody later. */
export const bareSignUp: SignUp = async ({ links, now }, tx, { email, attribution }) => {
  const known = tx.selectFrom("accounts").select("user_id").where("email", "=", email.toLowerCase());
  if (await known.executeTakeFirst()) throw failure("email_taken");
  const account = await accountFor(tx, { email, attribution, now: now() });
  return { ...account, token: links.signUpToken(account.user_id, now()), expires_in: TOKEN_AGE_S };
};
