import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { CheckoutPage } from "~/components/checkout/checkout-page";
import { PayForm } from "~/components/checkout/pay-form";
import { ErrorScreen } from "~/components/error-screen";
import { pageMeta } from "~/components/page-meta";
import { useLang } from "~/i18n/use-lang";
import { paths } from "~/paths";
import { checkoutMeta, loadCheckout } from "~/purchase/checkout-data.server";
import { formProof } from "~/visitor/form-proof.server";
import { languageParam } from "~/visitor/language-param.server";
import { chosenCountry, visitorOf } from "~/visitor/visitor.server";

/** One plan, the shortest possible checkout. Its form is sent to the full one, which shows what has to be mended. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const lang = languageParam(params, request);
  const asked = { planId: params.id, chosenCountry: chosenCountry(request), earlier: undefined };
  const checkout = await loadCheckout(lang, await visitorOf(request), asked);
  const { token, setCookie } = formProof(request);
  return json(
    { ...checkout, csrf: token, meta: checkoutMeta(lang, params.id, checkout.form?.summary) },
    {
      status: checkout.form === undefined ? 404 : 200,
      headers: setCookie === undefined ? {} : { "Set-Cookie": setCookie },
    },
  );
}

export const meta = pageMeta;

export default function PricingCheckout() {
  const checkout = useLoaderData<typeof loader>();
  const { t } = useTranslation(["payment", "nav"]);
  const lang = useLang();
  const { form, country, csrf } = checkout;
  if (form === undefined) return <CheckoutPage checkout={checkout} submitted={undefined} />;
  return (
    <>
      <div className="intro">
        <h1>{t("title")}</h1>
        <p>
          <a href={paths.pricing(lang)}>{t("nav:pricing")}</a>
        </p>
      </div>
      <div className="checkout">
        <PayForm form={form} country={country} csrf={csrf} submitted={undefined} />
      </div>
    </>
  );
}

export const ErrorBoundary = ErrorScreen;
