import { useTranslation } from "react-i18next";
import { SendingMessage } from "~/enhance/sending/sending-message";
import type { Sending } from "~/enhance/sending/use-single-submit";
import { FieldMessage } from "~/forms/error-summary";
import { OrderSummary } from "~/offers/order-summary";
import type { SummaryView } from "~/offers/sale/summary-view.server";
import { useFrame } from "~/shell/page-frame";
import type { CheckoutForm } from "./checkout-view";
import { CouponField } from "./coupon-field";

interface Props {
  form: CheckoutForm;
  /** Where the form is sent. */
  action: string;
  errorOf: (field: string) => string | undefined;
  /** The message that says why the page does not send the form. */
  stopped: string | undefined;
  sending: Sending;
  /** The form was sent by a button that pays. */
  isPaying: boolean;
}

/** The order summary and the button that pays. */
export function PaySummary({ form, action, errorOf, stopped, sending, isPaying }: Props) {
  const { t } = useTranslation("payment");
  const { summary, providers, values } = form;
  const isWaiting = sending === "waiting";
  const isPending = isWaiting && isPaying;
  const label = usePayLabel(summary);
  return (
    <aside className="card summary" id="quote">
      <OrderSummary summary={summary}>
        <CouponField
          typed={values.coupon ?? ""}
          isRefused={form.isCouponRefused}
          applied={summary.coupon}
          action={action}
          error={errorOf("coupon")}
        />
      </OrderSummary>
      <div role="status">
        <FieldMessage id="quote-error" message={stopped ?? errorOf("quote") ?? errorOf("attempt")} />
      </div>
      <SendingMessage sending={sending} isPaying={isPaying} />
      <p id="agreement">{summary.agreement.join(" ")}</p>
      <button
        className="button button-pay"
        type="submit"
        name="intent"
        value="pay"
        disabled={providers.length === 0}
        aria-disabled={isWaiting}
        aria-busy={isPending}
        aria-describedby="agreement"
      >
        {isPending ? t("paying") : label}
      </button>
      <p className="hint">{summary.firstCharge === "never" ? t("nothingToPay") : t("afterPay")}</p>
      <Terms />
    </aside>
  );
}

/** The tags of the message; splitting by it gives: text, tag, link text, text, and so on. */
const LINKS = /<(terms|privacy)>(.*?)<\/\1>/;

/** What the button that pays says: what its press obliges to. */
export function usePayLabel({ firstCharge, dueToday }: SummaryView): string {
  const { t } = useTranslation("payment");
  switch (firstCharge) {
    case "today":
      return t("pay", { price: dueToday });
    case "later":
      return t("subscribe");
    case "never":
      return t("start");
  }
}

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
