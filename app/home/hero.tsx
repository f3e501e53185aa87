import { useTranslation } from "react-i18next";
import { paths } from "~/paths";
import { useFrame } from "~/shell/page-frame";
import { HeroPicture } from "./hero-picture";

/** What the product is, what its buyers get, and the way to the plans. */
export function Hero({ facts }: { facts: string[] }) {
  const { t } = useTranslation("home");
  const { brand, lang } = useFrame();
  return (
    <section className="hero">
      <div>
        <h1>{t("title")}</h1>
        <p className="lead">{t("lead", { app: brand.appName })}</p>
        <p>
          <a className="button" href={paths.payment(lang)}>
            {t("choosePlan")}
          </a>
        </p>
      </div>
      <HeroPicture />
      <ul className="facts" aria-label={t("factsHeading")}>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </section>
  );
}
