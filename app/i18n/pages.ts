import { splitPath } from "./locales";

export const PAGES = [
  "home",
  "payment",
  "paystatus",
  "paysuc",
  "open",
  "receipts",
  "redirect",
  "pricing",
  "account",
  "accessibility",
  "cancel",
  "withdraw",
  "renewal",
  "money-back",
] as const;
export type Page = (typeof PAGES)[number];

/** Namespaces that only the server uses: no page carries them. */
type ServerOnly =
  | "accessibility"
  | "consent"
  | "declaration"
  | "errors"
  | "form-answers"
  | "mails"
  | "providers"
  | "sale";

/** Namespaces that every page carries. */
const OF_EVERY_PAGE = ["global", "nav", "footer"] as const;

const NAMESPACES_OF_PAGE = {
  home: ["home", "pay-plan"],
  payment: ["payment", "checkout", "pay-plan"],
  paystatus: ["paystatus", "pay-plan"],
  paysuc: ["paysuc", "pay-plan"],
  open: [],
  receipts: ["receipts", "checkout"],
  redirect: ["paystatus"],
  pricing: ["pricing", "checkout", "payment", "pay-plan"],
  account: ["account", "checkout"],
  accessibility: [],
  cancel: ["subscription", "checkout"],
  withdraw: ["subscription", "checkout"],
  renewal: ["subscription", "checkout"],
  "money-back": [],
} as const satisfies Record<Page, readonly string[]>;

type Carried = (typeof OF_EVERY_PAGE)[number] | (typeof NAMESPACES_OF_PAGE)[Page][number];
export type Namespace = Carried | ServerOnly;

/** The page key: the first segment after the language, "home" if it is empty. Undefined for unknown pages. */
export function pageOf(pathname: string): Page | undefined {
  const key = splitPath(pathname).rest.split("/")[1] || "home";
  return PAGES.find((page) => page === key);
}

/** The message bundles a page needs; an unknown page needs only the shared ones. */
export function namespacesOf(page: Page | undefined): readonly Carried[] {
  return page === undefined ? OF_EVERY_PAGE : [...OF_EVERY_PAGE, ...NAMESPACES_OF_PAGE[page]];
}
