import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { directionOf, type LocaleCode, localeOf } from "~/i18n/locales";
import { splitPath } from "~/i18n/pages";
import { explicitLanguage } from "~/paths";

/** Links to the current page in every language, named in that language. Works without scripts, keeps the parameters. */
export function LanguageSwitcher({ lang, languages }: { lang: LocaleCode; languages: readonly LocaleCode[] }) {
  const { t } = useTranslation("nav");
  const { pathname, search } = useLocation();
  const { rest } = splitPath(pathname);
  return (
    <details className="languages">
      <summary>
        <GlobeIcon />
        <span className="visually-hidden">{t("chooseLanguage")}: </span>
        <span>{localeOf(lang).name}</span>
      </summary>
      <ul aria-label={t("language")}>
        {languages.map((code) => (
          <li key={code}>
            <a
              className="language-link"
              href={explicitLanguage(code, rest, search)}
              lang={localeOf(code).tag}
              dir={directionOf(code)}
              aria-current={code === lang ? "true" : undefined}
            >
              {localeOf(code).name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function GlobeIcon() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="9" />
      <path d="M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18" />
    </svg>
  );
}
