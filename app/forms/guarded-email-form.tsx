import type { ReactNode } from "react";
import { SendingMessage } from "~/enhance/sending/sending-message";
import { inTurn, useCountryGate, useSingleSubmit } from "~/enhance/sending/use-single-submit";
import type { EmailQuestion } from "~/forms/email-field";
import { BotCheckFields } from "~/security/bot-check/bot-check-fields";
import type { FormGuard } from "~/security/bot-check/bot-check-script";
import { useBotCheck } from "~/security/bot-check/use-bot-check";
import { EmailAnswers, EmailField } from "./email-field";
import { ErrorSummary, type FieldError, FieldMessage } from "./error-summary";
import { useEmailCheck } from "./use-email-check";
import { HiddenVisitorFields, type VisitorFields } from "./visitor-fields";

export interface EmailFormView extends FormGuard {
  /** The attempt, its stamp and the CSRF token. */
  visitorFields: VisitorFields;
  /** Said beside the field where it holds no e-mail address. */
  emailInvalid: string;
  /** Set where the form is closed in the visitor's country: the message that says so. */
  gated?: string;
}

/** What a form held that came back, and what was wrong with it. */
export interface EmailFormAgain {
  values: { email: string; visitorFields?: VisitorFields };
  /** Of the errors; missing where there are none. */
  heading?: string;
  errors: FieldError[];
  question?: EmailQuestion;
}

interface Props {
  /** Of the form's status; its heading among the children has the same with "-title". */
  id: string;
  /** The value of the field `intent`. */
  intent: string;
  /** The bot check's action, as the payments API expects it. */
  botAction: string;
  form: EmailFormView;
  /** Where the form is sent. */
  action: string;
  again: EmailFormAgain | undefined;
  words: { email: string; submit: string; sending: string };
  /** Heading and text. */
  children: ReactNode;
}

/** Only the answer that changes the address shows the form again. */
const isUsed = (_form: HTMLFormElement, button?: HTMLButtonElement): boolean => !button?.name;

/** A form that takes nothing but an e-mail address, guarded by the bot check. */
export function GuardedEmailForm({ id, intent, botAction, form, action, again, words, children }: Props) {
  const { sending, onSubmit } = useSingleSubmit();
  const isSending = sending === "waiting";
  const gate = useCountryGate(form.gated !== undefined);
  const botCheck = useBotCheck({ settings: form.botCheck, action: botAction, isNeeded: isUsed });
  const check = useEmailCheck(form.emailInvalid);
  const errorOf = (field: string) => again?.errors.find((error) => error.field === field)?.message;
  const { email = "", visitorFields = form.visitorFields } = again?.values ?? {};
  return (
    <form
      className={`card email-form ${id}`}
      method="post"
      action={action}
      onFocus={botCheck.onUse}
      onSubmit={inTurn(check.onSubmit, gate.onSubmit, onSubmit, botCheck.onSubmit)}
      noValidate
      aria-labelledby={`${id}-title`}
    >
      <ErrorSummary heading={again?.heading} errors={again?.errors ?? []} />
      {children}
      <input type="hidden" name="intent" value={intent} />
      <HiddenVisitorFields visitorFields={visitorFields} />
      <EmailField label={words.email} value={email} error={check.mistake ?? errorOf("email")} />
      <EmailAnswers question={again?.question} action={action} />
      <BotCheckFields hasFailed={botCheck.hasFailed} />
      <div id={id} role="status">
        <FieldMessage id={`${id}-error`} message={gate.isStopped ? form.gated : errorOf(id)} />
      </div>
      <SendingMessage sending={sending} />
      <button className="button" type="submit" aria-disabled={isSending} aria-busy={isSending}>
        {isSending ? words.sending : words.submit}
      </button>
    </form>
  );
}
