import { useLocation, useMatches } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { directionOf, LOCALES, type LocaleCode, localeOf, splitPath } from "~/i18n/locales";
import { explicitLanguage } from "~/paths";

const ID = "languages";

/** The page's language; opens the list of all, which text browsers find after the content. */
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

/** The id of the form that pays, which the languages belong to. */
export const PAY_FORM = "checkout";

/**
 * The current page in every language, named in that language: links that keep the parameters, or beside the form that pays its buttons,
 * so that nothing typed is lost. The list is folded until LanguageLink opens it over the page: thirteen scripts take a phone longer to
 * lay out than all the rest of a page.
 */
export function LanguageList({ lang }: { lang: LocaleCode }) {
  const { t } = useTranslation(["nav", "global"]);
  const Language = useHasPayForm() ? LanguageButton : PageInLanguage;
  return (
    <nav id={ID} className="languages" aria-label={t("language")} tabIndex={-1}>
      <LanguageLink lang={lang} />
      <ul className="link-row">
        {LOCALES.map(({ code }) => (
          <li key={code}>
            <Language code={code} isCurrent={code === lang} />
          </li>
        ))}
      </ul>
      {/* Leads nowhere, so the page stays where it is. */}
      <a className="nav-link languages-close" href="#-">
        {t("global:dialog.close")}
      </a>
    </nav>
  );
}

interface LanguageProps {
  code: LocaleCode;
  isCurrent: boolean;
}

const named = (code: LocaleCode, isCurrent: boolean) => ({
  lang: localeOf(code).tag,
  dir: directionOf(code),
  "aria-current": isCurrent ? ("true" as const) : undefined,
  children: localeOf(code).name,
});

function PageInLanguage({ code, isCurrent }: LanguageProps) {
  const { pathname, search } = useLocation();
  return <a href={explicitLanguage(code, splitPath(pathname).rest, search)} {...named(code, isCurrent)} />;
}

function LanguageButton({ code, isCurrent }: LanguageProps) {
  const name = `intent=change-language&to=${code}`;
  return (
    <button
      className="link-button"
      type="submit"
      form={PAY_FORM}
      name={name}
      formNoValidate
      {...named(code, isCurrent)}
    />
  );
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether the page has the form that pays. */
export function useHasPayForm(): boolean {
  const data = useMatches().at(-1)?.data;
  return isObject(data) && "form" in data && isObject(data.form) && "planId" in data.form;
}

function GlobeIcon() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="9" />
      <path d="M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18" />
    </svg>
  );
}
