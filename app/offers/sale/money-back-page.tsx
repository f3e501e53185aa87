import { useTranslation } from "react-i18next";
import type { MoneyBackView } from "./money-back-view.server";

export function MoneyBackPage({ view: { title, texts, claim, email } }: { view: MoneyBackView }) {
  const { t } = useTranslation("global");
  return (
    <article className="prose">
      <h1>{title}</h1>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p className="actions">
        {claim !== undefined && (
          <a className="button" href={claim.at}>
            {claim.text}
          </a>
        )}
        <a
          className={claim === undefined ? "button" : "button-quiet"}
          href={`mailto:${email}?subject=${encodeURIComponent(title)}`}
        >
          {t("contactSupport")}
        </a>
      </p>
    </article>
  );
}
