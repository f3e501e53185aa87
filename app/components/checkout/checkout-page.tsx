import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { OfferView } from "~/checkout/offer-view";
import { useLang } from "~/i18n/use-lang";
import { paths } from "~/paths";
import { ErrorSummary, type FieldError } from "../error-summary";
import { PlanCards } from "../plan-cards";
import { CountryForm } from "./country-form";
import { type CheckoutForm, PayForm } from "./pay-form";

export interface Checkout {
  offers: OfferView[];
  country: string;
  countries: { code: string; name: string }[];
  csrf: string;
  /** Missing where the plan asked for is unknown: then the plans are offered instead. */
  form?: CheckoutForm;
}

/** What a refused form held, and what was wrong with it. */
export interface Submitted {
  values: { email: string; provider?: string; attempt?: string };
  errors: FieldError[];
}

export function CheckoutPage({ checkout, submitted }: { checkout: Checkout; submitted: Submitted | undefined }) {
  const { t } = useTranslation("payment");
  const lang = useLang();
  const { form } = checkout;
  return (
    <>
      {form === undefined ? <UnknownPlan /> : <h1>{t("heading")}</h1>}
      {submitted !== undefined && <ErrorSummary errors={submitted.errors} />}
      {form?.order !== undefined && submitted === undefined && <p className="notice">{t("resumed")}</p>}
      <div className="checkout">
        <section className="checkout-plans" aria-label={t("heading")}>
          <CountryForm countries={checkout.countries} country={checkout.country} order={form?.order} />
          <PlanCards
            offers={checkout.offers}
            selected={form?.planId}
            hrefOf={(planId) => paths.payment(lang, planId, { order: form?.order })}
          />
        </section>
        {form !== undefined && (
          <PayForm
            key={form.planId}
            form={form}
            country={checkout.country}
            csrf={checkout.csrf}
            submitted={submitted}
          />
        )}
      </div>
    </>
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
