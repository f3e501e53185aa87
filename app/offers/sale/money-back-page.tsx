import { useTranslation } from "react-i18next";
import type { MoneyBackView } from "./money-back-view.server";

export function MoneyBackPage({ view: { title, texts, email } }: { view: MoneyBackView }) {
  const { t } = useTranslation("global");
  return (
    <article className="prose">
      <h1>{title}</h1>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>
        <a className="button" href={`mailto:${email}?subject=${encodeURIComponent(title)}`}>
          {t("contactSupport")}
        </a>
      </p>
    </article>
  );
}
