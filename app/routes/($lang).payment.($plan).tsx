import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { statusOf } from "~/checkout/again.server";
import { answerForm, type FormAnswer } from "~/checkout/answer-form.server";
import { type CheckoutContext, checkoutContext, signedOutContext } from "~/checkout/checkout-context.server";
import { loadCheckout } from "~/checkout/checkout-data.server";
import { checkoutMeta } from "~/checkout/checkout-meta.server";
import { CheckoutPage } from "~/checkout/checkout-page";
import { entriesOnArrival } from "~/checkout/entries.server";
import { checkoutSources } from "~/checkout/pay-guard.server";
import { formProof } from "~/forms/csrf.server";
import { readForm } from "~/forms/read-form.server";
import { orderToken } from "~/orders/order-token.server";
import { paths } from "~/paths";
import { problem } from "~/problem.server";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";
import { cookieHeader, cookieOf } from "~/visitor/browser/cookies.server";
import { chosenCountry } from "~/visitor/visitor.server";

export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const context = await checkoutContext(args, params.plan);
  const checkout = await loadCheckout(context, entriesOnArrival(request, context));
  const { token, headers } = proofOf(request, chosenCountry(request), checkoutSources(checkout));
  const meta = checkoutMeta(context.lang, params.plan, checkout.form?.summary);
  return json({ ...checkout, csrf: token, meta }, { headers, status: checkout.form === undefined ? 404 : 200 });
}

export async function action(args: ActionFunctionArgs) {
  const { request, params } = args;
  const fields = await readForm(request);
  if (fields.plan === undefined) throw problem(400);
  const context = await checkoutContext(args, params.plan ?? fields.plan);
  const answer = await answerForm(fields, context);
  switch (answer.kind) {
    case "handOff":
      return redirect(paths.redirect(context.lang, await orderToken(answer.order)), 303);
    case "follow":
      return redirect(paths.paystatus(context.lang, await orderToken(answer.order)), 303);
    case "again":
      return showAgain(args, context, answer, fields.intent === "change-country");
  }
}

async function showAgain(
  args: ActionFunctionArgs,
  context: CheckoutContext,
  { entries, again }: Extract<FormAnswer, { kind: "again" }>,
  isCountryChosen: boolean,
) {
  const known = again.kind === "signedOut" ? await signedOutContext(args, context, again.refusal) : context;
  const checkout = await loadCheckout(known, entries, again);
  if (checkout.form === undefined) throw problem(404, { about: "plan" });
  const { token, headers } = proofOf(args.request, isCountryChosen ? entries.country : undefined);
  return json({ ...checkout, csrf: token }, { headers, status: statusOf(again, checkout.errors) });
}

export const meta = pageMeta;

export default function Payment() {
  const loaded = useLoaderData<typeof loader>();
  return <CheckoutPage checkout={useActionData<typeof action>() ?? loaded} />;
}

export const ErrorBoundary = ErrorScreen;

/** The form's proof, and the cookies that go with the page: that one's, and a country's that was chosen. */
function proofOf(request: Request, country: string | undefined, more: Record<string, string> = {}) {
  const { token, setCookie } = formProof(request);
  const headers = new Headers(more);
  if (setCookie !== undefined) headers.append("Set-Cookie", setCookie);
  const isNew = country !== undefined && cookieOf(request, "country") !== country;
  if (isNew) headers.append("Set-Cookie", cookieHeader("country", country));
  return { token, headers };
}
