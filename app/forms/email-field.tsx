import { FieldMessage } from "./error-summary";
import { FocusedSection } from "./focused-section";

/** Asked once about an address that looks mistyped; sending the form again unchanged confirms the address. */
export interface EmailQuestion {
  /** What was typed. */
  asked: string;
  /** Missing where the question was already answered: the form then only carries `asked`. */
  open?: OpenQuestion;
}

interface OpenQuestion {
  suggested: string;
  /** The question, and the words of its two buttons. */
  text: string;
  use: string;
  keep: string;
}

interface Props {
  /** Unique on the page: an error summary leads to it. */
  id?: string;
  label: string;
  hint?: string | undefined;
  value: string;
  error: string | undefined;
}

/** The field `email` of a form. */
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

/** "Did you mean …?" with the buttons that answer it; each sends the form. Enter presses the first one. */
export function EmailAnswers({ question, action }: AnswersProps) {
  if (question === undefined) return null;
  const { asked, open } = question;
  return (
    <>
      <input type="hidden" name="email_asked" value={asked} />
      {open !== undefined && (
        <FocusedSection className="question" role="group" titleId="email-question">
          <p id="email-question">{open.text}</p>
          <p className="actions">
            <button className="button-quiet" type="submit">
              {open.keep}
            </button>
            <button
              className="button"
              type="submit"
              name={`email_use=${encodeURIComponent(open.suggested)}`}
              formAction={`${action}#email`}
              formNoValidate
            >
              {open.use}
            </button>
          </p>
        </FocusedSection>
      )}
    </>
  );
}
