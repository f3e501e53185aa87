/** Pages that a related link may lead to. */
const TARGETS = ["home", "payment", "pricing", "receipts"] as const;
/** Message keys in `nav` that a related link may have as its label. */
const LABELS = ["home", "plans", "pricing", "receipts"] as const;

export interface PageLink {
  page: (typeof TARGETS)[number];
  label: (typeof LABELS)[number];
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const isPageLink = (value: unknown): value is PageLink =>
  isObject(value) &&
  "page" in value &&
  TARGETS.some((page) => page === value.page) &&
  "label" in value &&
  LABELS.some((label) => label === value.label);

/** The links in a `public/page-links/{page}.json`; undefined where it has another shape. Also runs in the browser. */
export function readPageLinks(file: unknown): PageLink[] | undefined {
  if (!isObject(file) || !("links" in file) || !Array.isArray(file.links)) return undefined;
  return file.links.every(isPageLink) ? file.links : undefined;
}
