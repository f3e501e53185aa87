import { useTranslation } from "react-i18next";

/** A form mistake: the message, and the id of its field. */
export interface FieldError {
  field: string;
  message: string;
}

/** All mistakes of a form at the top of the page, each a link to its field. The default title is the checkout's. */
export function ErrorSummary({ errors, title }: { errors: readonly FieldError[]; title?: string }) {
  const { t } = useTranslation("checkout");
  if (errors.length === 0) return null;
  return (
    <section className="error-summary" role="alert" aria-labelledby="error-summary-title">
      <h2 id="error-summary-title">{title ?? t("errorsHeading")}</h2>
      <ul>
        {errors.map(({ field, message }) => (
          <li key={field}>
            <a href={`#${field}`}>{message}</a>
          </li>
        ))}
      </ul>
    </section>
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
