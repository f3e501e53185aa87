import { useNavigation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { LoadingOverlay } from "~/enhance/sending/loading-overlay";
import { inTurn, submitterOf, useCountryGate, useSingleSubmit } from "~/enhance/sending/use-single-submit";
import type { FieldError } from "~/forms/error-summary";
import { useEmailCheck } from "~/forms/use-email-check";
import { HiddenVisitorFields } from "~/forms/visitor-fields";
import { useLang } from "~/i18n/use-lang";
import { paths } from "~/paths";
import { BotCheckFields } from "~/security/bot-check/bot-check-fields";
import { useBotCheck } from "~/security/bot-check/use-bot-check";
import { PAY_FORM } from "~/shell/links/language-switcher";
import { timeZoneHere } from "~/visitor/browser/time-zone";
import { rememberWallet } from "~/visitor/browser/wallet";
import type { CheckoutForm } from "../checkout-view";
import { PayBar } from "./pay-bar";
import { PayDetails } from "./pay-details";
import { PayStep } from "./pay-step";
import { PaySummary } from "./pay-summary";

interface Props {
  form: CheckoutForm;
  errors: FieldError[];
  /** What else answers the form that was sent. */
  notice?: string | undefined;
  /** The field that has the focus, for its mistake. */
  answer?: string | undefined;
  /** The choice of plan and country, or the country that was chosen, as a field. */
  children: ReactNode;
}

/** The form that pays. It is sent as a document: the answer leads to the provider's own page. */
export function PayForm({ form, errors, notice, answer, children }: Props) {
  const { t } = useTranslation("payment");
  const lang = useLang();
  const { sending, button, onSubmit } = useSingleSubmit();
  const isWaiting = sending === "waiting";
  const isSentToPay = isPaying(button);
  // Another plan is the only thing that loads into this page.
  const isPlanLoading = useNavigation().state === "loading";
  const gate = useCountryGate(form.gated !== undefined, isPaying);
  const botCheck = useBotCheck({ settings: form.guard?.botCheck, action: "pay_submit", isNeeded: isGuarded(form) });
  const check = useEmailCheck(form.emailInvalid);
  useEffect(rememberWallet, []);
  const errorOf = (field: string) =>
    (field === "email" && check.mistake) || errors.find((error) => error.field === field)?.message;
  const stopped = gate.isStopped ? form.gated : undefined;
  const action = paths.payment(lang, form.planId, { order: form.order });
  return (
    <LoadingOverlay isLoading={isWaiting || isPlanLoading} isFullScreen={isWaiting && isSentToPay}>
      <form
        className="checkout pay"
        id={PAY_FORM}
        method="post"
        action={action}
        onFocus={botCheck.onUse}
        onChange={botCheck.onUse}
        onSubmit={inTurn(goToPay, check.onSubmit, gate.onSubmit, onSubmit, botCheck.onSubmit)}
        noValidate
      >
        {/* Enter presses a form's first button: this one orders nothing. */}
        <button
          className="visually-hidden"
          type="submit"
          name="intent=check"
          formAction={action}
          tabIndex={-1}
          aria-hidden="true"
        >
          {t("check")}
        </button>
        <input type="hidden" name="plan" value={form.planId} />
        <HiddenVisitorFields visitorFields={form.visitorFields} />
        <input type="hidden" name="quote" value={form.values.quote} />
        {form.values.trial_used === "on" && <input type="hidden" name="trial_used" value="on" />}
        <input type="hidden" name="time_zone" ref={sayTimeZone} />
        {children}
        <section className="card details" aria-label={t("yourDetails")}>
          <PayDetails form={form} action={action} errorOf={errorOf} answer={answer} />
        </section>
        <PayBar {...form.summary} />
        <div className="order">
          <PaySummary form={form} action={action} errorOf={errorOf} answer={answer} />
          <PayStep
            form={form}
            stopped={stopped}
            problem={errorOf("quote")}
            notice={notice}
            isAnswer={answer === "quote"}
            sending={sending}
            isPaying={isSentToPay}
          />
          {/* Last, so that in text browsers the field for robots is in nobody's way. */}
          {form.guard !== undefined && <BotCheckFields hasFailed={botCheck.hasFailed} />}
        </div>
        {/* For buttons that do not say otherwise: the one that pays, and the one that keeps an address. */}
        <input type="hidden" name="intent" value="pay" />
      </form>
    </LoadingOverlay>
  );
}

/** Refs are set by scripts only. */
function sayTimeZone(field: HTMLInputElement | null): void {
  if (field !== null) field.value = timeZoneHere();
}

/** After Enter in a field the buyer is at the button that pays, with all that they agree to before it. */
function goToPay(event: FormEvent<HTMLFormElement>): void {
  if (submitterOf(event.nativeEvent)?.name !== "intent=check") return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>(".button-pay")?.focus();
}

/** The other buttons change the form, and it is shown again. */
const isPaying = (button: HTMLButtonElement | undefined): boolean => !button?.name;

/** Whether the chosen provider asks for the bot check. */
const isGuarded =
  ({ providers }: CheckoutForm) =>
  (sent: HTMLFormElement, button?: HTMLButtonElement): boolean => {
    const chosen = new FormData(sent).get("provider");
    return isPaying(button) && providers.some(({ code, isGuarded }) => code === chosen && isGuarded === true);
  };
