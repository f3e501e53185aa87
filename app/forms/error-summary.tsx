import { useTranslation } from "react-i18next";

/** What is wrong with a form, in words, and the id of the field it is about. */
export interface FieldError {
  field: string;
  message: string;
}

/** All mistakes of a form on top of the page, each a link to its field. The words of its own are the checkout's. */
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

/** The same words beside the field. */
export function FieldMessage({ id, message }: { id: string; message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p className="field-error" id={id}>
      {message}
    </p>
  );
}
