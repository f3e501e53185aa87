import { useLocation } from "@remix-run/react";
import { type LocaleCode, splitPath } from "~/i18n/locales";
import { PAGES, type Page, pageOf } from "~/i18n/pages";
import { paths } from "~/paths";

/** The page to return a visitor to, as named by a form's hidden fields: only pages of the site have such names. */
export type ReturnPage = {
  page: Page;
  /** Of the page that opens an app: the app's id. */
  plan?: string;
  /** The order's token. */
  o?: string;
  /** The receipts' key. */
  k?: string;
  /** What lets an app in. */
  code?: string;
};

const RETURN_PAGE_FIELDS = ["page", "plan", "o", "k", "code"] as const satisfies readonly (keyof ReturnPage)[];

/** The current page as a return page; a page without a name becomes home. */
export function returnPageAt(pathname: string, search: string): ReturnPage {
  const params = new URLSearchParams(search);
  const page = pageOf(pathname) ?? "home";
  const [, , plan] = splitPath(pathname).rest.split("/");
  return {
    page,
    plan: page === "payment" || page === "open" ? plan : undefined,
    o: params.get("o") ?? undefined,
    k: params.get("k") ?? undefined,
    code: params.get("code") ?? undefined,
  };
}

const PLAN_ID = /^[A-Za-z0-9_-]{1,64}$/;
const CODE = /^[\w-]{1,128}$/;
const SEALED_TEXT = /^[A-Za-z0-9._-]{1,6144}$/;

/** The page that a form's fields, or an address's parameters, name; undefined where they name no page. */
export function returnPageIn(fields: Readonly<Record<string, string | undefined>>): ReturnPage | undefined {
  const page = PAGES.find((name) => name === fields.page);
  if (page === undefined) return undefined;
  return {
    page,
    plan: matching(PLAN_ID, fields.plan),
    o: matching(SEALED_TEXT, fields.o),
    k: matching(SEALED_TEXT, fields.k),
    code: matching(CODE, fields.code),
  };
}

const matching = (shape: RegExp, text = ""): string | undefined => (shape.test(text) ? text : undefined);

const appNumber = (text = ""): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);

/** Pages of an order need its token; without it the path is that of the home page. */
export function pathOfReturnPage(lang: LocaleCode, { page, plan, o, k, code }: ReturnPage): string {
  switch (page) {
    case "payment":
      return paths.payment(lang, plan, { order: o });
    case "paystatus":
    case "redirect":
      return o === undefined ? paths.home(lang) : paths.paystatus(lang, o);
    case "paysuc":
      return o === undefined ? paths.home(lang) : paths.paysuc(lang, o);
    case "receipts":
    case "cancel":
    case "withdraw":
    case "renewal":
      return paths[page](lang, { key: k });
    case "open":
      return paths.open(lang, { app: appNumber(plan), code });
    case "home":
    case "pricing":
    case "account":
    case "accessibility":
      return paths[page](lang);
    case "money-back":
      return paths.moneyBack(lang);
  }
}

/** The hidden fields of a form that any page may have: the page to come back to. */
export function ReturnPageFields() {
  const { pathname, search } = useLocation();
  const returnPage = returnPageAt(pathname, search);
  return (
    <>
      {RETURN_PAGE_FIELDS.map(
        (name) => returnPage[name] && <input key={name} type="hidden" name={name} value={returnPage[name]} />,
      )}
    </>
  );
}
