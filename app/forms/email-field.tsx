import { useTranslation } from "react-i18next";
import { EMAIL_INPUT_PATTERN, EMAIL_USE, type EmailQuestion } from "./email";
import { FieldMessage } from "./error-summary";

interface Props {
  /** Unique on the page: an error summary leads to it. */
  id?: string;
  label: string;
  hint?: string | undefined;
  value: string;
  error: string | undefined;
}

/** The field `email` of a form. Its pattern is only a help: the server validates. */
export function EmailField({ id = "email", label, hint, value, error }: Props) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldMessage id={`${id}-error`} message={error} />
      <input
        id={id}
        name="email"
        type="text"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        required
        maxLength={254}
        pattern={EMAIL_INPUT_PATTERN}
        defaultValue={value}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy || undefined}
      />
    </div>
  );
}

interface AnswersProps {
  question: EmailQuestion | undefined;
  /** Where the form is sent. The answer to a changed address opens at the field `email`, which gets the focus by that. */
  action: string;
}

/** The buttons that answer "Did you mean …?", each sends the form. Enter presses the first one. */
export function EmailAnswers({ question, action }: AnswersProps) {
  const { t } = useTranslation("checkout");
  if (question === undefined) return null;
  const { asked, suggested } = question;
  return (
    <>
      <input type="hidden" name="email_asked" value={asked} />
      {suggested !== undefined && (
        <p className="actions">
          <button className="button-quiet" type="submit">
            {t("emailQuestion.keep")}
          </button>
          <button
            className="button"
            type="submit"
            name={EMAIL_USE}
            value={suggested}
            formAction={`${action}#email`}
            formNoValidate
          >
            {t("emailQuestion.use")}
          </button>
        </p>
      )}
    </>
  );
}
