import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { useLang } from "~/i18n/use-lang";
import { PlanCards } from "~/offers/plan-cards";
import { paths } from "~/paths";
import { useFrame } from "~/shell/page-frame";
import { OpenInBrowserPanel } from "~/visitor/browser/open-in-browser";
import type { CheckoutView } from "./checkout-view";
import { CountryChoice } from "./form/country-choice";
import { PayForm } from "./form/pay-form";
import { PlanChoice } from "./form/plan-choice";
import type { PaidBeforeView } from "./paid-before-view.server";

export function CheckoutPage({ checkout }: { checkout: CheckoutView }) {
  const { t } = useTranslation("payment");
  const { form, errors } = checkout;
  const answer = useAnswer(checkout);
  return (
    <>
      {checkout.unknownPlan === undefined ? <h1>{t("heading")}</h1> : <UnknownPlan words={checkout.unknownPlan} />}
      <CheckoutNews checkout={checkout} answer={answer} />
      <OpenInBrowserPanel openInBrowser={checkout.openInBrowser} />
      {form === undefined ? (
        <div className="checkout">
          <Plans checkout={checkout} />
        </div>
      ) : (
        <PayForm form={form} errors={errors} notice={checkout.notice} answer={answer}>
          <Plans checkout={checkout} />
        </PayForm>
      )}
      <Features features={checkout.features} />
    </>
  );
}

function Features({ features }: Pick<CheckoutView, "features">) {
  if (features.length === 0) return null;
  return (
    <ul className="features">
      {features.map((feature) => (
        <li key={feature}>{feature}</li>
      ))}
    </ul>
  );
}

/** The field whose mistake answers the form that was sent: the only one, if it is in sight. It has the focus then, with what is said of it. */
function useAnswer({ form, errors: [first, ...others] }: CheckoutView): string | undefined {
  const { isAfterSubmit } = useFrame();
  const isOnly = isAfterSubmit && form !== undefined && others.length === 0 && first?.field !== "country";
  return isOnly ? first?.field : undefined;
}

/** Above the form: what is wrong with it, or else what the buyer should know before they send it. */
export function CheckoutNews({ checkout, answer }: { checkout: CheckoutView; answer?: string | undefined }) {
  const { form, heading, errors, paidBefore } = checkout;
  const isGateShown = errors.some(({ message }) => message === form?.gated);
  return (
    <>
      <ErrorSummary heading={heading} errors={errors} hasFocus={answer === undefined} />
      {paidBefore !== undefined && <AlreadyPaid paid={paidBefore} />}
      <Notice text={isGateShown ? undefined : form?.gated} />
    </>
  );
}

function AlreadyPaid({ paid: { text, links } }: { paid: PaidBeforeView }) {
  return (
    <div className="notice" role="status">
      <p>{text}</p>
      <ul className="link-row">
        {links.map(({ text: words, at }) => (
          <li key={at}>
            <a href={at}>{words}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Notice({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="notice" role="status">
      {text}
    </p>
  );
}

function Plans({ checkout }: { checkout: CheckoutView }) {
  const { t } = useTranslation("payment");
  const lang = useLang();
  const { form, errors, offers } = checkout;
  const country = (
    <CountryChoice
      checkout={checkout}
      sendsTo={form && paths.payment(lang, form.planId, { order: form.order })}
      error={errors.find(({ field }) => field === "country")?.message}
    />
  );
  return (
    <section className="checkout-plans" aria-label={t("heading")}>
      {form === undefined ? (
        <PlanCards offers={offers} hrefOf={(planId) => paths.payment(lang, planId)} />
      ) : (
        <PlanChoice offers={offers} form={form} />
      )}
      {form === undefined ? <form method="get">{country}</form> : country}
    </section>
  );
}

function UnknownPlan({ words: { title, address, help } }: { words: NonNullable<CheckoutView["unknownPlan"]> }) {
  return (
    <div className="intro">
      <h1>{title}</h1>
      <p className="address">{address}</p>
      <p className="lead">{help}</p>
    </div>
  );
}
