import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CheckoutForm } from "~/checkout/checkout-view";
import { useBotCheck } from "~/enhance/use-bot-check";
import { inTurn, useGate } from "~/enhance/use-gate";
import { useSingleSubmit } from "~/enhance/use-single-submit";
import { useLang } from "~/i18n/use-lang";
import { paths } from "~/paths";
import { BotCheckFields } from "../bot-check-fields";
import { EmailAnswers } from "../email-answers";
import { EmailField } from "../email-field";
import { type FieldError, FieldMessage } from "../error-summary";
import { OrderSummary } from "../order-summary";
import { AccountNote } from "./account-note";
import { Agreement } from "./agreement";
import { CouponField } from "./coupon-field";
import { ProviderField } from "./provider-field";

interface Props {
  form: CheckoutForm;
  csrf: string;
  errors: FieldError[];
  /** The choice of plan and country, or the country that was chosen, as a field. */
  children: ReactNode;
}

/** The form that pays. It is sent as a document: the answer leads to the provider's own page. */
export function PayForm({ form, csrf, errors, children }: Props) {
  const { t } = useTranslation(["payment", "checkout"]);
  const lang = useLang();
  const { isSending, onSubmit } = useSingleSubmit();
  const gate = useGate(form.isGated, isPaying);
  const botCheck = useBotCheck({ settings: form.guard?.botCheck, action: "pay_submit", isNeeded: isGuarded });
  const errorOf = (...fields: string[]) => errors.find(({ field }) => fields.includes(field))?.message;
  const { summary, planId } = form;
  const action = paths.payment(lang, planId, { order: form.order });
  const cannotPay = form.providers.length === 0;
  return (
    <form
      className="checkout pay"
      method="post"
      action={action}
      onFocus={botCheck.onUse}
      onChange={botCheck.onUse}
      onSubmit={inTurn(gate.onSubmit, onSubmit, botCheck.onSubmit)}
      noValidate={errors.length > 0}
    >
      {/* The first button is the one that Enter presses, wherever in the form. */}
      <button
        className="visually-hidden"
        type="submit"
        name="intent"
        value="pay"
        disabled={cannotPay}
        tabIndex={-1}
        aria-hidden="true"
      >
        {t("paying")}
      </button>
      <input type="hidden" name="plan" value={planId} />
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="attempt" value={form.attempt} />
      <input type="hidden" name="quote" value={form.quote} />
      {children}
      <section className="card details" aria-labelledby="details-title">
        <h2 id="details-title">{t("yourDetails")}</h2>
        <AccountNote account={form.account} />
        <EmailField
          label={t("emailLabel")}
          hint={form.account.kind === "new" ? t("account.new") : t("emailHint")}
          value={form.email}
          error={errorOf("email")}
        />
        <EmailAnswers question={form.question} />
        <ProviderField form={form} error={errorOf("provider")} />
        {form.guard !== undefined && <BotCheckFields stamp={form.guard.stamp} hasFailed={botCheck.hasFailed} />}
      </section>
      <aside className="card summary" id="quote">
        <OrderSummary summary={summary}>
          <CouponField coupon={form.coupon} applied={summary.coupon} action={action} error={errorOf("coupon")} />
        </OrderSummary>
        <div role="status">
          <FieldMessage
            id="quote-error"
            message={gate.isStopped ? t("checkout:errors.gated") : errorOf("quote", "attempt")}
          />
        </div>
        <button
          className="button button-pay"
          type="submit"
          name="intent"
          value="pay"
          disabled={cannotPay}
          aria-disabled={isSending}
        >
          {isSending ? t("paying") : summary.isFree ? t("start") : t("pay", { price: summary.dueToday })}
        </button>
        <p className="hint">{summary.isFree ? t("nothingToPay") : t("afterPay")}</p>
        <Agreement />
      </aside>
      {/* For buttons that only answer a question: the first field of a name counts, so a button with another intent wins. */}
      <input type="hidden" name="intent" value="pay" />
    </form>
  );
}

const isPaying = (button: HTMLButtonElement | undefined): boolean =>
  button === undefined || button.name !== "intent" || button.value === "pay";

/** The payments API asks for the bot check with one provider only. */
const isGuarded = (form: HTMLFormElement, button?: HTMLButtonElement): boolean =>
  isPaying(button) && new FormData(form).get("provider") === "rb";
