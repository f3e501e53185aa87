import { useTranslation } from "react-i18next";
import { SendingMessage } from "~/enhance/sending/sending-message";
import { inTurn, useSingleSubmit } from "~/enhance/sending/use-single-submit";
import { EmailField } from "~/forms/email-field";
import { ErrorSummary, FieldMessage } from "~/forms/error-summary";
import { useEmailCheck } from "~/forms/use-email-check";
import { HiddenVisitorFields } from "~/forms/visitor-fields";
import { useLang } from "~/i18n/use-lang";
import { paths } from "~/paths";
import type { DeclarationFormView } from "./declaration-form.server";

const BUTTONS = { cancel: "cancel.submit", withdraw: "withdraw.confirm" } as const;

/** Cancels or withdraws for whoever came by no link: all entries and the button on one page. */
export function DeclarationForm({ form }: { form: DeclarationFormView }) {
  const { kind, words, values, visitorFields } = form;
  const { t } = useTranslation("subscription");
  const lang = useLang();
  const { sending, onSubmit } = useSingleSubmit();
  const check = useEmailCheck(words.emailInvalid);
  const isSending = sending === "waiting";
  const errorOf = (id: string) => form.errors.find(({ field }) => field === id)?.message;
  const entry = (name: "name" | "contract" | "reason" | "end_on") => {
    const id = `declare-${name}`;
    return { id, name, value: values[name], error: errorOf(id) };
  };
  return (
    <form
      className="card email-form declare"
      method="post"
      action={paths[kind](lang)}
      onSubmit={inTurn(check.onSubmit, onSubmit)}
      noValidate
      aria-label={t(`${kind}.title`)}
    >
      <ErrorSummary heading={form.heading} errors={form.errors} />
      <p>{words.lead}</p>
      <input type="hidden" name="intent" value="declare" />
      <HiddenVisitorFields visitorFields={visitorFields} />
      <Entry {...entry("name")} label={words.name} autoComplete="name" required />
      <Entry {...entry("contract")} label={words.contract} hint={words.contractHint} required />
      {kind === "cancel" && (
        <>
          <Manner words={words} chosen={values.manner} />
          <Entry {...entry("reason")} label={words.reason} />
          <Entry {...entry("end_on")} label={words.end} hint={words.endHint} type="date" />
        </>
      )}
      <EmailField
        id="declare-email"
        label={words.email}
        hint={words.emailHint}
        value={values.email ?? ""}
        error={check.mistake ?? errorOf("declare-email")}
      />
      <div id="declare" role="status">
        <FieldMessage id="declare-error" message={errorOf("declare")} />
      </div>
      <SendingMessage sending={sending} />
      <button className="button" type="submit" aria-disabled={isSending} aria-busy={isSending}>
        {isSending ? t("sending") : t(BUTTONS[kind])}
      </button>
    </form>
  );
}

interface EntryProps {
  id: string;
  name: string;
  label: string;
  hint?: string;
  value: string | undefined;
  error: string | undefined;
  type?: "text" | "date";
  autoComplete?: "name";
  required?: boolean;
}

/** A long text is not cut off by the browser: the server says that it is too long, and nothing is lost. */
function Entry({ id, label, hint, value = "", error, type = "text", ...field }: EntryProps) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldMessage id={`${id}-error`} message={error} />
      <input
        {...field}
        id={id}
        type={type}
        dir={type === "date" ? undefined : "auto"}
        defaultValue={value}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy || undefined}
      />
    </div>
  );
}

function Manner({ words, chosen = "ordinary" }: { words: DeclarationFormView["words"]; chosen: string | undefined }) {
  return (
    <fieldset>
      <legend>{words.manner}</legend>
      {(["ordinary", "extraordinary"] as const).map((manner) => (
        <label className="manner" key={manner}>
          <input type="radio" name="manner" value={manner} defaultChecked={manner === chosen} /> {words[manner]}
        </label>
      ))}
    </fieldset>
  );
}
