import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import type { PayProvider } from "~/checkout/pay-providers";
import type { SummaryView } from "~/checkout/summary-view";
import { useSingleSubmit } from "~/enhance/use-single-submit";
import { useLang } from "~/i18n/use-lang";
import { paths } from "~/paths";
import { EmailField } from "../email-field";
import { FieldMessage } from "../error-summary";
import { OrderSummary } from "../order-summary";
import { useFrame } from "../use-frame";
import type { Submitted } from "./checkout-page";

export interface CheckoutForm {
  planId: string;
  summary: SummaryView;
  attempt: string;
  quote: string;
  providers: PayProvider[];
  email: string;
  provider?: string;
  /** The token of the order this is a further attempt at. */
  order?: string;
}

interface Props {
  form: CheckoutForm;
  country: string;
  csrf: string;
  submitted: Submitted | undefined;
}

/** The form that pays. It is sent as a document: the answer leads to the provider's own page. */
export function PayForm({ form, country, csrf, submitted }: Props) {
  const { t } = useTranslation("payment");
  const lang = useLang();
  const { isSending, onSubmit } = useSingleSubmit();
  const errorOf = (field: string) => submitted?.errors.find((error) => error.field === field)?.message;
  const values = { ...form, ...submitted?.values };
  return (
    <form
      className="pay"
      method="post"
      action={paths.payment(lang, form.planId, { order: form.order })}
      onSubmit={onSubmit}
      noValidate={submitted !== undefined}
    >
      <input type="hidden" name="intent" value="pay" />
      <input type="hidden" name="plan" value={form.planId} />
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="country" value={country} />
      <input type="hidden" name="attempt" value={values.attempt ?? form.attempt} />
      <input type="hidden" name="quote" value={form.quote} />
      <section className="card details" aria-labelledby="details-title">
        <h2 id="details-title">{t("yourDetails")}</h2>
        <EmailField label={t("emailLabel")} hint={t("emailHint")} value={values.email} error={errorOf("email")} />
        <ProviderField providers={form.providers} value={values.provider} error={errorOf("provider")} />
      </section>
      <aside className="card summary" id="quote">
        <OrderSummary summary={form.summary} />
        <FieldMessage id="quote-error" message={errorOf("quote") ?? errorOf("country") ?? errorOf("attempt")} />
        <button
          className="button button-pay"
          type="submit"
          disabled={form.providers.length === 0}
          aria-disabled={isSending}
        >
          {isSending ? t("paying") : t("pay", { price: form.summary.dueToday })}
        </button>
        <p className="hint">{t("afterPay")}</p>
        <Agreement />
      </aside>
    </form>
  );
}

function ProviderField({
  providers,
  value,
  error,
}: {
  providers: PayProvider[];
  value: string | undefined;
  error: string | undefined;
}) {
  const { t } = useTranslation("payment");
  const chosen = providers.find((code) => code === value) ?? providers[0];
  return (
    <fieldset
      className="field providers"
      id="provider"
      aria-describedby={error === undefined ? undefined : "provider-error"}
    >
      <legend>{t("providerLabel")}</legend>
      <FieldMessage id="provider-error" message={error} />
      {providers.length === 0 && <p>{t("noProviders")}</p>}
      {providers.map((code) => (
        <label key={code} className="choice">
          <input type="radio" name="provider" value={code} defaultChecked={code === chosen} required />
          <span>
            {t(`providerName.${code}`)}
            <small>{t(`providerHint.${code}`)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Agreement() {
  const { t } = useTranslation("payment");
  const { brand } = useFrame();
  return (
    <p className="hint">
      <Trans
        t={t}
        i18nKey="agree"
        components={{
          terms: <TextLink href={brand.termsUrl} />,
          privacy: <TextLink href={brand.policyUrl} />,
        }}
      />
    </p>
  );
}

/** A link whose words come from a message. */
const TextLink = ({ href, children }: { href: string; children?: ReactNode }) => <a href={href}>{children}</a>;
