import { useTranslation } from "react-i18next";
import { FieldMessage } from "~/forms/error-summary";
import { OrderSummary } from "~/offers/order-summary";
import { Agreement } from "./agreement";
import type { CheckoutForm } from "./checkout-view";
import { CouponField } from "./coupon-field";

interface Props {
  form: CheckoutForm;
  /** Where the form is sent. */
  action: string;
  errorOf: (field: string) => string | undefined;
  /** Why nothing is sent, where the page itself holds the form back. */
  stopped: string | undefined;
  isSending: boolean;
}

/** What is paid for, and the button that pays. */
export function PaySummary({ form, action, errorOf, stopped, isSending }: Props) {
  const { t } = useTranslation("payment");
  const { summary, coupon, providers } = form;
  return (
    <aside className="card summary" id="quote">
      <OrderSummary summary={summary}>
        <CouponField coupon={coupon} applied={summary.coupon} action={action} error={errorOf("coupon")} />
      </OrderSummary>
      <div role="status">
        <FieldMessage id="quote-error" message={stopped ?? errorOf("quote") ?? errorOf("attempt")} />
      </div>
      <button
        className="button button-pay"
        type="submit"
        name="intent"
        value="pay"
        disabled={providers.length === 0}
        aria-disabled={isSending}
      >
        {isSending ? t("paying") : summary.isFree ? t("start") : t("pay", { price: summary.dueToday })}
      </button>
      <p className="hint">{summary.isFree ? t("nothingToPay") : t("afterPay")}</p>
      <Agreement />
    </aside>
  );
}
