import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { SendingMessage } from "~/enhance/sending/sending-message";
import type { SendingState } from "~/enhance/sending/use-single-submit";
import { AnswerMessage, FieldMessage } from "~/forms/error-summary";
import { WITH_FOCUS } from "~/forms/focused-section";
import { separatorOf } from "~/i18n/lists";
import { useLang } from "~/i18n/use-lang";
import type { SummaryView } from "~/offers/sale/summary-view.server";
import { useFrame } from "~/shell/page-frame";
import type { CheckoutForm } from "../checkout-view";

interface Props {
  form: CheckoutForm;
  /** Says why the form was not sent. */
  stopped: string | undefined;
  /** Says why it was not accepted as a whole. */
  problem: string | undefined;
  /** Says what has changed since it was sent. */
  notice: string | undefined;
  /** The problem is the only one. */
  isAnswer: boolean;
  sending: SendingState;
  /** The form was sent by a button that pays. */
  isPaying: boolean;
}

/** Characters: with text twice as large, more do not fit on a phone's screen together with the button. */
const MOST_IN_SIGHT = 290;

/**
 * What the press of the button orders, and the button; below it what else goes for the order. The words stay in sight for as long as the button is: where it is scrolled out
 * of sight it goes below them.
 */
export function PayStep({ form, stopped, problem, notice, isAnswer, sending, isPaying }: Props) {
  const { summary, providers, isChecked } = form;
  const lang = useLang();
  const isWaiting = sending === "waiting";
  const label = usePayLabel(summary);
  const { t } = useTranslation("payment");
  return (
    <div className="pay-step" id="pay">
      <div role="status">
        <FieldMessage id="stopped" message={stopped} />
      </div>
      {isAnswer ? (
        <AnswerMessage id="quote-error" className="field-error" message={problem} />
      ) : (
        <FieldMessage id="quote-error" message={problem} />
      )}
      <AnswerMessage id="news" className="notice" message={notice} />
      <SendingMessage sending={sending} isPaying={isPaying} />
      <p id="agreement" className={summary.agreement.length > MOST_IN_SIGHT ? "long" : undefined}>
        {summary.agreement}
      </p>
      <button
        className="button button-pay"
        type="submit"
        disabled={providers.length === 0}
        aria-disabled={isWaiting}
        aria-busy={isWaiting && isPaying}
        aria-describedby="agreement"
        {...(isChecked && WITH_FOCUS)}
      >
        {label}
      </button>
      <div className="assurance">
        {summary.firstCharge !== "never" && <p>{t("nextPage")}</p>}
        <p>
          {summary.trust.map(({ text, to }, at) => (
            <Fragment key={text}>
              {at > 0 && separatorOf(lang)}
              {to === undefined ? text : <a href={to}>{text}</a>}
            </Fragment>
          ))}
        </p>
        {summary.withdrawal !== undefined && <p>{summary.withdrawal}</p>}
        <Terms />
      </div>
    </div>
  );
}

/** What the button that pays says: what its press obliges to. */
function usePayLabel({ firstCharge, dueToday }: SummaryView): string {
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

/** The tags of the message; splitting by it gives: text, tag, link text, text, and so on. */
const LINKS = /<(terms|privacy)>(.*?)<\/\1>/;

/** The general terms that the buyer agrees to by paying. Parsed by hand: i18next's Trans component is larger than the rest of it. */
function Terms() {
  const { t } = useTranslation("payment");
  const { brand } = useFrame();
  const addresses: Readonly<Record<string, string>> = { terms: brand.termsUrl, privacy: brand.policyUrl };
  const [start, firstMark = "", firstWords, middle, secondMark = "", secondWords, end] = t("agree").split(LINKS);
  return (
    <p>
      {start}
      <a href={addresses[firstMark]}>{firstWords}</a>
      {middle}
      <a href={addresses[secondMark]}>{secondWords}</a>
      {end}
    </p>
  );
}
