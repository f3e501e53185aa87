import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { useLang } from "~/i18n/use-lang";
import { PlanCards } from "~/offers/plan-cards";
import { paths } from "~/paths";
import { OpenInBrowserPanel } from "~/visitor/browser/open-in-browser";
import type { CheckoutView } from "./checkout-view";
import { CountryChoice } from "./country-choice";
import { PayForm } from "./pay-form";

type Checkout = CheckoutView & { csrf: string };

export function CheckoutPage({ checkout }: { checkout: Checkout }) {
  const { t } = useTranslation("payment");
  const { form, errors } = checkout;
  const notice = checkout.notice ?? (errors.length === 0 ? form?.resumed : undefined);
  return (
    <>
      {form === undefined ? <UnknownPlan /> : <h1>{t("heading")}</h1>}
      <ErrorSummary errors={errors} />
      {notice !== undefined && (
        <p className="notice" role="status">
          {notice}
        </p>
      )}
      <OpenInBrowserPanel openInBrowser={checkout.openInBrowser} />
      {form === undefined ? (
        <div className="checkout">
          <Plans checkout={checkout} />
        </div>
      ) : (
        <PayForm form={form} csrf={checkout.csrf} errors={errors}>
          <Plans checkout={checkout} />
        </PayForm>
      )}
    </>
  );
}

function Plans({ checkout }: { checkout: Checkout }) {
  const { t } = useTranslation("payment");
  const lang = useLang();
  const { form, errors, offers } = checkout;
  const more = { order: form?.order, coupon: form?.values.coupon };
  const choice = (
    <CountryChoice
      checkout={checkout}
      sendsTo={form && paths.payment(lang, form.planId, { order: form.order })}
      error={errors.find(({ field }) => field === "country")?.message}
    />
  );
  return (
    <section className="checkout-plans" aria-label={t("heading")}>
      {form === undefined ? <form method="get">{choice}</form> : choice}
      <PlanCards offers={offers} selected={form?.planId} hrefOf={(planId) => paths.payment(lang, planId, more)} />
    </section>
  );
}

function UnknownPlan() {
  const { t } = useTranslation("global");
  const { pathname } = useLocation();
  return (
    <div className="intro">
      <h1>{t("errorPage.planNotFoundTitle")}</h1>
      <p className="address">{t("errorPage.paramNotFound", { path: pathname })}</p>
      <p className="lead">{t("errorPage.planNotFoundHelp")}</p>
    </div>
  );
}
