import { useLocation, useMatches } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { directionOf, type LocaleCode, localeOf, splitPath } from "~/i18n/locales";
import { explicitLanguage, paths } from "~/paths";

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
export function LanguageList({ lang, languages }: { lang: LocaleCode; languages: readonly LocaleCode[] }) {
  const { t } = useTranslation(["nav", "global"]);
  const { pathname, search } = useLocation();
  const planId = usePlanInForm();
  const rest = planId === undefined ? splitPath(pathname).rest : paths.payment("en", planId);
  return (
    <nav id={ID} className="languages" aria-label={t("language")} tabIndex={-1}>
      <LanguageLink lang={lang} />
      <ul className="link-row">
        {languages.map((code) => (
          <li key={code}>
            <Language
              code={code}
              address={explicitLanguage(code, rest, search)}
              isCurrent={code === lang}
              isButton={planId !== undefined}
            />
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
  address: string;
  isCurrent: boolean;
  isButton: boolean;
}

function Language({ code, address, isCurrent, isButton }: LanguageProps) {
  const { tag, name } = localeOf(code);
  const inIt = { lang: tag, dir: directionOf(code), "aria-current": isCurrent ? ("true" as const) : undefined };
  if (!isButton)
    return (
      <a href={address} {...inIt}>
        {name}
      </a>
    );
  return (
    <button
      className="link-button"
      type="submit"
      form={PAY_FORM}
      name="intent=change-language"
      formAction={address}
      formNoValidate
      {...inIt}
    >
      {name}
    </button>
  );
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** The plan of the form that pays; undefined where the page has no such form. */
function usePlanInForm(): string | undefined {
  const data = useMatches().at(-1)?.data;
  const form = isObject(data) && "form" in data ? data.form : undefined;
  return isObject(form) && "planId" in form && typeof form.planId === "string" ? form.planId : undefined;
}

function GlobeIcon() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="9" />
      <path d="M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18" />
    </svg>
  );
}
