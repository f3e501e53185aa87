import { useEffect, useRef, useState } from "react";
import { FieldMessage } from "./error-summary";
import { FocusedSection, WITH_FOCUS } from "./focused-section";

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
  /** The mistake is the page's answer. */
  isAnswer?: boolean;
}

/** The field `email` of a form. */
export function EmailField({ id = "email", label, hint, value, error, isAnswer = false }: Props) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
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
        {...(isAnswer && WITH_FOCUS)}
      />
      <FieldMessage id={`${id}-error`} message={error} />
    </div>
  );
}

interface AnswersProps {
  question: EmailQuestion | undefined;
  /** Where the form is sent. The answer to a changed address opens at the field `email`, which gets the focus by that. */
  action: string;
}

/** "Did you mean …?" with the buttons that answer it; each sends the form. Of another address than the one that was asked about nothing is said. */
export function EmailAnswers({ question, action }: AnswersProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isEdited, setEdited] = useState(false);
  useEffect(() => {
    const email = field.current?.form?.elements.namedItem("email");
    const edit = () => setEdited(true);
    email instanceof HTMLInputElement && email.addEventListener("input", edit, { once: true });
  }, []);
  if (question === undefined) return null;
  const { asked, open } = question;
  return (
    <>
      <input ref={field} type="hidden" name="email_asked" value={asked} />
      {open !== undefined && !isEdited && (
        <FocusedSection className="question" role="group" titleId="email-question">
          <p id="email-question">{open.text}</p>
          <p className="actions">
            <button
              className="button"
              type="submit"
              name={`email_use=${encodeURIComponent(open.suggested)}`}
              formAction={`${action}#email`}
              formNoValidate
            >
              {open.use}
            </button>{" "}
            <button className="button-quiet" type="submit">
              {open.keep}
            </button>
          </p>
        </FocusedSection>
      )}
    </>
  );
}
