import type { LocaleCode } from "~/i18n/locales";
import { type Order, readOrderToken } from "~/orders/order-token.server";
import type { TokenRefusal } from "~/upstream/token-refusal.server";
import type { Profile } from "~/upstream/visitor-facts.server";
import { languageParam } from "~/visitor/arrival/language-param.server";
import { endAuth, profileOf } from "~/visitor/identity/auth.server";
import { signedOut, stayingLoggedOut } from "~/visitor/identity/sign-in-cookies.server";
import { type Visitor, visitorOf, withoutAccount } from "~/visitor/visitor.server";

/** Who looks at which checkout. */
export interface CheckoutContext {
  lang: LocaleCode;
  visitor: Visitor;
  /** The account the visitor is signed in to. */
  profile: Profile | undefined;
  /** Without one the best value is chosen. */
  planId: string | undefined;
  /** The order this is a further attempt at, with its token. */
  earlier: { order: Order; token: string } | undefined;
}

type Args = Parameters<typeof profileOf>[0] & { params: Parameters<typeof languageParam>[0] };

/** Reads it from a request. @throws a 404 for a language there is not */
export async function checkoutContext(args: Args, planId: string | undefined): Promise<CheckoutContext> {
  const { request, params } = args;
  const lang = languageParam(params, request);
  const [visitor, profile, earlier] = await Promise.all([visitorOf(request), profileOf(args), earlierOrder(request)]);
  return { lang, visitor, profile, planId, earlier };
}

/** The checkout goes on without the account whose token was refused, and so does whatever the browser asks for next. */
export async function signedOutContext(
  args: Args,
  context: CheckoutContext,
  refusal: TokenRefusal,
): Promise<CheckoutContext> {
  const { session } = context.visitor;
  endAuth(args, refusal === "over" ? signedOut() : await stayingLoggedOut(session));
  const visitor = withoutAccount(context.visitor);
  return {
    ...context,
    profile: undefined,
    visitor: refusal === "over" ? { ...visitor, session: undefined } : visitor,
  };
}

/** The order that `?o=` names. A token that cannot be read is left aside: the form is then simply a new one. */
async function earlierOrder(request: Request) {
  const token = new URL(request.url).searchParams.get("o");
  const order = await readOrderToken(token);
  return order?.kind === "site" && token !== null ? { order, token } : undefined;
}
