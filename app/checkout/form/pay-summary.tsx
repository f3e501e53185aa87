import { OrderSummary } from "~/offers/order-summary";
import type { CheckoutForm } from "../checkout-view";
import { CouponField } from "./coupon-field";

interface Props {
  form: CheckoutForm;
  /** Where the form is sent. */
  action: string;
  errorOf: (field: string) => string | undefined;
  /** The field that has the focus, for its mistake. */
  answer: string | undefined;
}

/** The order. */
export function PaySummary({ form, action, errorOf, answer }: Props) {
  const { summary, values } = form;
  return (
    <section className="card summary" id="quote" aria-labelledby="summary-title">
      <OrderSummary summary={summary}>
        <CouponField
          typed={values.coupon ?? ""}
          isRefused={form.isCouponRefused}
          applied={summary.coupon}
          action={action}
          error={errorOf("coupon")}
          isAnswer={answer === "coupon"}
        />
      </OrderSummary>
      {summary.nothingToPay !== undefined && <p className="hint">{summary.nothingToPay}</p>}
    </section>
  );
}
