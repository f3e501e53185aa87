import type { LocaleCode } from "./i18n/locales";
import { type Page, pageOf, splitPath } from "./i18n/pages";
import { paths } from "./paths";

/** The page a form was sent from, as its hidden fields name it: a visitor is sent back to one of our pages, never to an address. */
export interface Place {
  page: Page;
  plan?: string;
  /** The order's token. */
  o?: string;
  /** The receipts' key. */
  k?: string;
}

export const PLACE_FIELDS = ["page", "plan", "o", "k"] as const satisfies readonly (keyof Place)[];

/** Where one is; a page without a name is left for home. */
export function placeAt(pathname: string, search: string): Place {
  const params = new URLSearchParams(search);
  const page = pageOf(pathname) ?? "home";
  const [, , plan] = splitPath(pathname).rest.split("/");
  return {
    page,
    plan: page === "payment" ? plan : undefined,
    o: params.get("o") ?? undefined,
    k: params.get("k") ?? undefined,
  };
}

const PLAN = /^[A-Za-z0-9_-]{1,64}$/;
const SEALED = /^[A-Za-z0-9._-]{1,2048}$/;

const matching = (shape: RegExp, text = ""): string | undefined => (shape.test(text) ? text : undefined);

/** The address of the place that a form's fields name; home where they name none. */
export function pathOfPlace(lang: LocaleCode, fields: Readonly<Record<string, string | undefined>>): string {
  const order = matching(SEALED, fields.o);
  switch (fields.page) {
    case "payment":
      return paths.payment(lang, matching(PLAN, fields.plan), { order });
    case "paystatus":
      return paths.paystatus(lang, order);
    case "paysuc":
      return order === undefined ? paths.home(lang) : paths.paysuc(lang, order);
    case "receipts":
      return paths.receipts(lang, { key: matching(SEALED, fields.k) });
    case "pricing":
      return paths.pricing(lang);
    case "account":
      return paths.account(lang);
    default:
      return paths.home(lang);
  }
}
