import { FOCUS, FocusedSection, useFocusOnce } from "./focused-section";

/** A form mistake: the message, and the id of its field. */
export interface FieldError {
  field: string;
  message: string;
}

interface Props {
  /** Says what kind of mistakes they are. */
  heading: string | undefined;
  errors: readonly FieldError[];
  hasFocus?: boolean;
}

/** All mistakes of a form, each a link to its field. It gets the focus, unless what is said beside the fields has it. */
export function ErrorSummary({ heading, errors, hasFocus = true }: Props) {
  if (errors.length === 0) return null;
  return (
    <FocusedSection className="error-summary" role="alert" titleId="error-summary-title" hasFocus={hasFocus}>
      <h2 id="error-summary-title">{heading}</h2>
      <ul>
        {errors.map(({ field, message }) => (
          <li key={message}>
            <a href={`#${field}`}>{message}</a>
          </li>
        ))}
      </ul>
    </FocusedSection>
  );
}

/** A message that is the page's answer where it belongs: it gets the focus. */
export function AnswerMessage({
  id,
  className,
  message,
}: {
  id: string;
  className: string;
  message: string | undefined;
}) {
  const ref = useFocusOnce<HTMLParagraphElement>(true);
  if (message === undefined) return null;
  return (
    <p ref={ref} className={className} id={id} role="status" {...FOCUS}>
      {message}
    </p>
  );
}

/** The mistake's message below its field. */
export function FieldMessage({ id, message }: { id: string; message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p className="field-error" id={id}>
      {message}
    </p>
  );
}
