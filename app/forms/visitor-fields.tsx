/**
 * The hidden fields of a form that are made for one visitor and one form, by their names. The state in the page leaves out what
 * is called `visitorFields`, so that it is the same for everybody; see docs/decisions/016-cached-pages-and-overload.md.
 */
export interface VisitorFields {
  /** Set where the page may be cached: each visitor then gets new fields of this kind. */
  kind?: VisitorFormKind;
  fields: Readonly<Record<string, string>>;
}

type VisitorFormKind = "pay" | "signUp" | "subscriptionLink";

/**
 * React leaves alone on hydration what is set as HTML. So it does not matter that the page's state in the browser has no values:
 * the fields keep those that came with the document.
 */
export function HiddenVisitorFields({ visitorFields }: { visitorFields: VisitorFields | undefined }) {
  const html = visitorFields === undefined ? "" : visitorFieldsHtml(visitorFields.fields);
  return (
    <span
      hidden
      data-visitor={visitorFields?.kind}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** As it stands in the page. */
export const visitorFieldsHtml = (fields: VisitorFields["fields"]): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapedValue(value)}"/>`)
    .join("");

const escapedValue = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
