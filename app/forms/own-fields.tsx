/**
 * The hidden fields of a form that are one visitor's and one form's own, by their names. The page's state leaves out what
 * is called `own`, so that it is the same for everybody; see docs/decisions/016-cached-pages-and-overload.md.
 */
export interface Own {
  /** Set where the page may be kept: it then gets new fields of this kind for each visitor. */
  kind?: OwnKind;
  fields: Readonly<Record<string, string>>;
}

type OwnKind = "pay" | "signUp" | "subscriptionLink";

/**
 * React leaves alone on hydration what is set as HTML. So it does not matter that the page's state in the browser has no values:
 * the fields keep those that came with the document.
 */
export function OwnFields({ own }: { own: Own | undefined }) {
  const html = own === undefined ? "" : ownFieldsHtml(own.fields);
  return <span hidden data-own={own?.kind} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}

/** As it stands in the page. */
export const ownFieldsHtml = (fields: Own["fields"]): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}"/>`)
    .join("");

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
