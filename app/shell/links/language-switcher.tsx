import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { directionOf, type LocaleCode, localeOf, splitPath } from "~/i18n/locales";
import { explicitLanguage } from "~/paths";

const ID = "languages";

/** The page's language; leads to the list of all, which stands after the content. */
export function LanguageLink({ lang }: { lang: LocaleCode }) {
  const { t } = useTranslation("nav");
  return (
    <a className="nav-link language-link" href={`#${ID}`}>
      <GlobeIcon />
      <span className="visually-hidden">{t("chooseLanguage")} </span>
      <span>{localeOf(lang).name}</span>
    </a>
  );
}

/**
 * Links to the current page in every language, named in that language. Works without scripts, keeps the parameters. The list is
 * folded until LanguageLink leads to it: thirteen scripts take a phone longer to lay out than all the rest of a page.
 */
export function LanguageList({ lang, languages }: { lang: LocaleCode; languages: readonly LocaleCode[] }) {
  const { t } = useTranslation("nav");
  const { pathname, search } = useLocation();
  const { rest } = splitPath(pathname);
  return (
    <nav id={ID} className="languages" aria-label={t("language")} tabIndex={-1}>
      <LanguageLink lang={lang} />
      <ul className="link-row">
        {languages.map((code) => (
          <li key={code}>
            <a
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
    </nav>
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
