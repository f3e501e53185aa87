import { type ActionFunctionArgs, json, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { harmlessCampaign } from "~/analytics/record-event.server";
import { checkForm, type ShownAgain, shownAgain } from "~/checkout/check-form.server";
import { type CheckoutContext, checkoutContext, signedOutContext } from "~/checkout/checkout-context.server";
import { CheckoutPage } from "~/checkout/checkout-page";
import { type FormResponse, formStatus } from "~/checkout/form-response.server";
import { checkoutPage, formHeaders, loadCheckout } from "~/checkout/load-checkout.server";
import { recordFormAgain } from "~/checkout/record-checkout.server";
import { useAnswer } from "~/enhance/use-answer";
import { problem } from "~/errors/errors.server";
import { DEFAULT_LOCALE, isLocaleCode, type LocaleCode } from "~/i18n/locales";
import { recordCountry, rememberCountry } from "~/offers/load-offers.server";
import { earlierOrder, paidOrderNote } from "~/orders/earlier-order.server";
import { type Order, orderToken, rememberOrder, sentOrders } from "~/orders/order-token.server";
import { placeOrder, recordPayment } from "~/orders/place-order.server";
import { explicitLanguage, paths } from "~/paths";
import { readForm } from "~/security/forms.server";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";
import { titlingError } from "~/shell/page-title.server";
import { isCountryCode } from "~/upstream/contract/values/scalars";
import { languageParam } from "~/visitor/arrival/language.server";
import { watchingToken } from "~/visitor/identity/auth.server";
import { forNextPage } from "~/visitor/visitor.server";

export const loader = watchingToken(async (args) => {
  const { request, params } = args;
  const lang = languageParam(params, request);
  const [found, paid] = await Promise.all([earlierOrder(request, lang, params.plan), paidOrderNote(request, lang)]);
  if (found.kind === "leave") return redirect(found.to, 303);
  const context = await checkoutContext(args, params.plan, { earlier: found.earlier, paid });
  const { data, headers, status } = await checkoutPage(args, context);
  return json(data, { headers, status });
});

export const action = watchingToken(async (args) => {
  const { request, params } = args;
  const fields = await readForm(request);
  if (fields.plan === undefined) throw problem(400);
  const chosen = fields.intent === "change-plan" ? fields.to : undefined;
  const plan = chosen ?? params.plan ?? fields.plan;
  const lang = languageParam(params, request);
  const toLanguage = fields.intent === "change-language" && fields.to !== lang ? fields.to : undefined;
  if (isLocaleCode(toLanguage)) return sameFormIn(toLanguage, plan, request);
  const [found, paid] = await Promise.all([earlierOrder(request, lang, plan), paidOrderNote(request, lang)]);
  if (found.kind === "leave") return redirect(found.to, 303);
  const { earlier } = found;
  const context = await checkoutContext(args, plan, { earlier, paid });
  const outcome = await checkForm(fields, context);
  if (outcome.kind === "again") return showAgain(args, context, outcome, fields.intent);
  recordPayment(request, outcome.checked);
  const placed = await placeOrder(outcome.checked, context, {
    earlier: earlier?.order,
    sent: await sentOrders(request),
    campaign: harmlessCampaign(request),
  });
  switch (placed.kind) {
    case "handOff":
      return leadTo(paths.redirect(context.lang, await orderToken(placed.order)), placed.order, request);
    case "follow":
      return leadTo(paths.paystatus(context.lang, await orderToken(placed.order)), placed.order, request);
    case "refused": {
      const visitor = forNextPage(context.visitor, request);
      return showAgain(args, { ...context, visitor }, shownAgain(fields, placed.response));
    }
  }
});

/** The browser sends the form again, to the page in that language: an address for each of 26 buttons would be a third of the page. */
function sameFormIn(lang: LocaleCode, plan: string, { url }: Request): Response {
  return redirect(explicitLanguage(lang, paths.payment(DEFAULT_LOCALE, plan), new URL(url).search), 307);
}

/** Redirects to an order's page. A cookie keeps the order's id, so coming back does not repeat the purchase call. */
async function leadTo(target: string, order: Order, request: Request): Promise<Response> {
  const cookie = await rememberOrder(request, order);
  return redirect(target, { status: 303, headers: cookie === undefined ? {} : { "Set-Cookie": cookie } });
}

async function showAgain(
  args: ActionFunctionArgs,
  context: CheckoutContext,
  { values, response }: ShownAgain,
  intent?: string,
) {
  const known = await contextAfter(response, args, context);
  const { checkout, shown } = await loadCheckout(known, values, response);
  if (checkout.form === undefined) throw problem(404, { about: "plan" });
  const isCountryChosen = intent === "change-country" && isCountryCode(values.country);
  const chosen = isCountryChosen ? rememberCountry(args.request, values.country) : [];
  recordCountry(args.request, values.country, chosen);
  recordFormAgain(args.request, intent, response, shown);
  const headers = formHeaders(args.request, chosen, checkout, context.paid);
  if (response.kind === "tooOften") headers.set("Retry-After", String(response.retryAfter));
  return titlingError(args, json(checkout, { headers, status: formStatus(response, checkout.errors) }));
}

/** After a refusal of who the visitor is, the form and the answer's cookies are without that. */
function contextAfter(response: FormResponse, args: ActionFunctionArgs, context: CheckoutContext) {
  if (response.kind === "userUnproven") return signedOutContext(args, context, "over");
  return response.kind === "signedOut" ? signedOutContext(args, context, response.refusal) : context;
}

export const meta = pageMeta;

export default function Payment() {
  const loaded = useLoaderData<typeof loader>();
  return <CheckoutPage checkout={useAnswer<typeof action>() ?? loaded} />;
}

export const ErrorBoundary = ErrorScreen;
