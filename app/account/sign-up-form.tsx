import { useTranslation } from "react-i18next";
import { SendingMessage } from "~/enhance/sending/sending-message";
import { inTurn, useGate } from "~/enhance/sending/use-gate";
import { useSingleSubmit } from "~/enhance/sending/use-single-submit";
import { EMAIL_USE, type EmailQuestion } from "~/forms/email";
import { EmailAnswers, EmailField } from "~/forms/email-field";
import { type FieldError, FieldMessage } from "~/forms/error-summary";
import { BotCheckFields } from "~/visitor/bot-check/bot-check-fields";
import type { FormGuard } from "~/visitor/bot-check/guard";
import { useBotCheck } from "~/visitor/bot-check/use-bot-check";

export interface SignUpFormView extends FormGuard {
  attempt: string;
  /** Set where nobody may sign up from the visitor's country: the message that says so. */
  gated?: string;
}

/** What a refused form held, and what was wrong with it. */
export interface SignUpAgain {
  values: { email: string; attempt?: string; stamp?: string };
  errors: FieldError[];
  question?: EmailQuestion;
}

interface Props {
  form: SignUpFormView;
  /** Where the form is sent. */
  action: string;
  csrf: string;
  again: SignUpAgain | undefined;
}

/** Only the answer that changes the address shows the form again. */
const isSigningUp = (_form: HTMLFormElement, button?: HTMLButtonElement): boolean => button?.name !== EMAIL_USE;

/** Signs up or signs in with nothing but an e-mail address. */
export function SignUpForm({ form, action, csrf, again }: Props) {
  const { t } = useTranslation("account");
  const { sending, onSubmit } = useSingleSubmit();
  const isSending = sending === "waiting";
  const gate = useGate(form.gated !== undefined);
  const botCheck = useBotCheck({ settings: form.botCheck, action: "anonymous_signup", isNeeded: isSigningUp });
  const errorOf = (field: string) => again?.errors.find((error) => error.field === field)?.message;
  const { email, attempt, stamp } = { ...form, email: "", ...given(again?.values) };
  return (
    <form
      className="card sign-up"
      method="post"
      action={action}
      onFocus={botCheck.onUse}
      onSubmit={inTurn(gate.onSubmit, onSubmit, botCheck.onSubmit)}
      noValidate={again !== undefined}
      aria-labelledby="sign-up-title"
    >
      <h2 id="sign-up-title">{t("signUp.heading")}</h2>
      <p>{t("signUp.text")}</p>
      <input type="hidden" name="intent" value="signup" />
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="attempt" value={attempt} />
      <EmailField label={t("signUp.emailLabel")} value={email} error={errorOf("email")} />
      <EmailAnswers question={again?.question} action={action} />
      <BotCheckFields stamp={stamp} hasFailed={botCheck.hasFailed} />
      <div id="sign-up" role="status">
        <FieldMessage id="sign-up-error" message={gate.isStopped ? form.gated : errorOf("sign-up")} />
      </div>
      <SendingMessage sending={sending} />
      <button className="button" type="submit" aria-disabled={isSending} aria-busy={isSending}>
        {isSending ? t("signUp.sending") : t("signUp.submit")}
      </button>
    </form>
  );
}

/** The values of a refused form to fill in again; without an attempt the form gets a new one. */
const given = (values: SignUpAgain["values"] | undefined) =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== undefined));
