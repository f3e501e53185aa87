import { useTranslation } from "react-i18next";
import type { EmailQuestion } from "~/visitor/bot-check/guard";

/** The answers to "Did you mean …?", each of which sends the form. The first one is also what the Enter key does. */
export function EmailAnswers({ question }: { question: EmailQuestion | undefined }) {
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
          <button className="button" type="submit" name="email_use" value={suggested}>
            {t("emailQuestion.use")}
          </button>
        </p>
      )}
    </>
  );
}
