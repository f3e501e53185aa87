import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CheckoutPage } from "~/components/checkout/checkout-page";
import { ErrorScreen } from "~/components/error-screen";
import { pageMeta } from "~/components/page-meta";
import { readForm } from "~/form.server";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { paths } from "~/paths";
import { problem } from "~/problem.server";
import { checkoutMeta, loadCheckout } from "~/purchase/checkout-data.server";
import { orderToken, readOrderToken } from "~/purchase/order-token.server";
import { pay, type Refusal } from "~/purchase/pay.server";
import { cookieHeader, cookieOf } from "~/visitor/cookies.server";
import { formProof } from "~/visitor/form-proof.server";
import { languageParam } from "~/visitor/language-param.server";
import { chosenCountry, visitorOf } from "~/visitor/visitor.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const lang = languageParam(params, request);
  const country = chosenCountry(request);
  const earlier = await earlierOrder(request);
  const checkout = await loadCheckout(lang, await visitorOf(request), {
    planId: params.plan,
    chosenCountry: country,
    earlier,
  });
  const proof = formProof(request);
  const headers = new Headers();
  if (proof.setCookie !== undefined) headers.append("Set-Cookie", proof.setCookie);
  if (country !== undefined && cookieOf(request, "country") !== country) {
    headers.append("Set-Cookie", cookieHeader("country", country));
  }
  return json(
    { ...checkout, csrf: proof.token, meta: checkoutMeta(lang, params.plan, checkout.form?.summary) },
    { headers, status: checkout.form === undefined ? 404 : 200 },
  );
}

export async function action({ request, params }: ActionFunctionArgs) {
  const lang = languageParam(params, request);
  const fields = await readForm(request);
  if (fields.intent !== "pay" || fields.plan === undefined) throw problem(400);
  const planId = params.plan ?? fields.plan;
  const earlier = await earlierOrder(request);
  const outcome = await pay(fields, { planId, lang, visitor: await visitorOf(request), earlier: earlier?.order });
  switch (outcome.kind) {
    case "handOff":
      return redirect(paths.redirect(lang, await orderToken(outcome.order)), 303);
    case "follow":
      return redirect(paths.paystatus(lang, await orderToken(outcome.order)), 303);
    case "again": {
      const { email = "", provider, attempt } = fields;
      const values = { email, provider, attempt: outcome.keepsAttempt ? attempt : undefined };
      return json({ values, errors: inWords(lang, outcome.refusals) }, { status: 422 });
    }
  }
}

export const meta = pageMeta;

export default function Payment() {
  return <CheckoutPage checkout={useLoaderData<typeof loader>()} submitted={useActionData<typeof action>()} />;
}

export const ErrorBoundary = ErrorScreen;

/** The order that `?o=` names. A token that cannot be read is left aside: the form is then simply a new one. */
async function earlierOrder(request: Request) {
  const token = new URL(request.url).searchParams.get("o");
  const order = await readOrderToken(token);
  return order?.kind === "site" && token !== null ? { order, token } : undefined;
}

const NO_WORDS = { before: "", now: "" };

function inWords(lang: LocaleCode, refusals: Refusal[]) {
  const t = translate(lang);
  return refusals.map(({ field, mistake, words }) => ({
    field,
    message: t(`checkout:errors.${mistake}`, { ...NO_WORDS, ...words }),
  }));
}
