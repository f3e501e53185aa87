import { useTranslation } from "react-i18next";

/** Asked once about an address that looks mistyped; sending the form again as it is answers it, too. */
export interface EmailQuestionView {
  /** What was typed. */
  asked: string;
  suggested: string;
}

/** The answers to "Did you mean …?", each of which sends the form. The first one is also what the Enter key does. */
export function EmailQuestion({ question }: { question: EmailQuestionView | undefined }) {
  const { t } = useTranslation("checkout");
  if (question === undefined) return null;
  return (
    <p className="actions">
      <input type="hidden" name="email_asked" value={question.asked} />
      <button className="button-quiet" type="submit">
        {t("emailQuestion.keep")}
      </button>
      <button className="button" type="submit" name="email_use" value={question.suggested}>
        {t("emailQuestion.use")}
      </button>
    </p>
  );
}
