import { FocusedSection } from "./focused-section";

/** A form mistake: the message, and the id of its field. */
export interface FieldError {
  field: string;
  message: string;
}

interface Props {
  /** Says what kind of mistakes they are. */
  heading: string | undefined;
  errors: readonly FieldError[];
}

/** All mistakes of a form, each a link to its field. It gets the focus. */
export function ErrorSummary({ heading, errors }: Props) {
  if (errors.length === 0) return null;
  return (
    <FocusedSection className="error-summary" role="alert" titleId="error-summary-title">
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

/** The mistake's message beside its field. */
export function FieldMessage({ id, message }: { id: string; message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p className="field-error" id={id}>
      {message}
    </p>
  );
}
