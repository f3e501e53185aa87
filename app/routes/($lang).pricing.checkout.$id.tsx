import { json, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { checkoutContext } from "~/checkout/checkout-context.server";
import { CheckoutNews, CheckoutPage } from "~/checkout/checkout-page";
import { PayForm } from "~/checkout/form/pay-form";
import { checkoutPage } from "~/checkout/load-checkout.server";
import { separatorOf } from "~/i18n/lists";
import { useLang } from "~/i18n/use-lang";
import { usePeriodText } from "~/offers/period";
import { earlierOrder, paidOrderNote } from "~/orders/earlier-order.server";
import { paths } from "~/paths";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";
import { languageParam } from "~/visitor/arrival/language.server";
import { watchingToken } from "~/visitor/identity/auth.server";

/** A short checkout for one plan. Its form is sent to the full checkout, which also shows mistakes. */
export const loader = watchingToken(async (args) => {
  const { request, params } = args;
  const lang = languageParam(params, request);
  const [found, paid] = await Promise.all([earlierOrder(request, lang, params.id), paidOrderNote(request, lang)]);
  if (found.kind === "leave") return redirect(found.to, 303);
  const context = await checkoutContext(args, params.id, { earlier: found.earlier, paid });
  const { data, headers, status } = await checkoutPage(args, context);
  return json(data, { headers, status });
});

export const meta = pageMeta;

export default function PricingCheckout() {
  const checkout = useLoaderData<typeof loader>();
  const { t } = useTranslation(["payment", "nav"]);
  const lang = useLang();
  const { length } = usePeriodText();
  const { form, country, errors } = checkout;
  if (form === undefined) return <CheckoutPage checkout={checkout} />;
  return (
    <>
      <div className="intro">
        <h1>{t("title")}</h1>
        <p className="lead">{[length(form.summary.period), ...form.summary.short].join(separatorOf(lang))}</p>
        <p>
          <a href={paths.pricing(lang)}>{t("nav:pricing")}</a>
        </p>
      </div>
      <CheckoutNews checkout={checkout} />
      <PayForm form={form} errors={errors}>
        <input type="hidden" name="country" value={country} />
      </PayForm>
    </>
  );
}

export const ErrorBoundary = ErrorScreen;
