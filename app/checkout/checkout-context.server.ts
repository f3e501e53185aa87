import type { LocaleCode } from "~/i18n/locales";
import { type ChosenCountry, chosenCountry } from "~/offers/load-offers.server";
import type { Profile } from "~/upstream/account.server";
import type { TokenRefusal } from "~/upstream/client/upstream-error";
import type { KnownDecline } from "~/upstream/contract/purchase-result";
import { languageParam } from "~/visitor/arrival/language.server";
import { endAuth, profileOf, signedOut, stayingLoggedOut } from "~/visitor/identity/auth.server";
import { type Visitor, visitorOf, withoutAccount } from "~/visitor/visitor.server";
import { type EarlierValues, type FormValues, valuesOnArrival } from "./form-fields.server";
import type { PaidBefore } from "./paid-before-view.server";

/** What the checkout depends on in one request. */
export interface CheckoutContext {
  lang: LocaleCode;
  visitor: Visitor;
  /** The account the visitor is signed in to. */
  profile: Profile | undefined;
  /** Missing: the plan of the best value is chosen. */
  planId: string | undefined;
  /** The order this is a further attempt at, with its token. */
  earlier: ContinuedOrder | undefined;
  /** What this browser has paid last. */
  paid: PaidBefore | undefined;
  chosen: ChosenCountry;
}

/** The order that a form continues: with a further attempt, or with a new order that has the same entries. */
export interface ContinuedOrder<Order = EarlierValues> {
  order: Order;
  token: string;
  /** The earlier attempt was not paid, and the page says so: why, where the bank or the provider said it, and whether it is sure that no money was taken. */
  failure: { isUntaken: boolean; bucket: KnownDecline | undefined } | undefined;
}

type RouteArgs = Parameters<typeof profileOf>[0] & { params: Parameters<typeof languageParam>[0] };

/** Reads the context from a request. @throws a 404 for an unknown language */
export async function checkoutContext(
  args: RouteArgs,
  planId: string | undefined,
  { earlier, paid }: Pick<CheckoutContext, "earlier" | "paid">,
): Promise<CheckoutContext> {
  const { request, params } = args;
  const lang = languageParam(params, request);
  const [visitor, profile] = await Promise.all([visitorOf(request), profileOf(args)]);
  return { lang, visitor: acting(visitor, profile), profile, planId, earlier, paid, chosen: chosenCountry(request) };
}

/** A link's token that was accepted in this very request is no cookie yet: the calls of this request go out with it all the same. */
const acting = (visitor: Visitor, profile: Profile | undefined): Visitor =>
  profile === undefined || visitor.caller.bearer !== undefined || visitor.session === undefined
    ? visitor
    : { ...visitor, bearerFrom: "link", caller: { ...visitor.caller, bearer: visitor.session.token } };

/** The values that the form is first filled in with. */
export const valuesFor = ({ profile, planId, earlier, paid, chosen }: CheckoutContext, request: Request): FormValues =>
  valuesOnArrival({
    params: new URL(request.url).searchParams,
    country: chosen.country,
    earlier: earlier?.order,
    planId,
    account: profile,
    paid,
  });

/** The checkout without the account whose token was refused; the answer's cookies sign the browser out as well. */
export async function signedOutContext(
  args: RouteArgs,
  context: CheckoutContext,
  refusal: TokenRefusal,
): Promise<CheckoutContext> {
  endAuth(args, refusal === "over" ? signedOut(args.request) : await stayingLoggedOut(args.request));
  const visitor = withoutAccount(context.visitor);
  return {
    ...context,
    profile: undefined,
    visitor: refusal === "over" ? { ...visitor, session: undefined } : visitor,
  };
}
