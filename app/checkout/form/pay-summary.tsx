import { useTranslation } from "react-i18next";
import { OrderSummary } from "~/offers/order-summary";
import { useFrame } from "~/shell/page-frame";
import type { CheckoutForm } from "../checkout-view";
import { CouponField } from "./coupon-field";

interface Props {
  form: CheckoutForm;
  /** Where the form is sent. */
  action: string;
  errorOf: (field: string) => string | undefined;
}

/** The order and all that is agreed to by paying. */
export function PaySummary({ form, action, errorOf }: Props) {
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
        />
      </OrderSummary>
      <Terms />
      {summary.nothingToPay !== undefined && <p className="hint">{summary.nothingToPay}</p>}
      <p id="agreement">{summary.agreement}</p>
    </section>
  );
}

/** The tags of the message; splitting by it gives: text, tag, link text, text, and so on. */
const LINKS = /<(terms|privacy)>(.*?)<\/\1>/;

/** The general terms that the buyer agrees to by paying. Parsed by hand: i18next's Trans component is larger than the rest of it. */
function Terms() {
  const { t } = useTranslation("payment");
  const { brand } = useFrame();
  const addresses: Readonly<Record<string, string>> = { terms: brand.termsUrl, privacy: brand.policyUrl };
  const [start, firstMark = "", firstWords, middle, secondMark = "", secondWords, end] = t("agree").split(LINKS);
  return (
    <p className="hint">
      {start}
      <a href={addresses[firstMark]}>{firstWords}</a>
      {middle}
      <a href={addresses[secondMark]}>{secondWords}</a>
      {end}
    </p>
  );
}
