import { useLocation } from "@remix-run/react";
import { RETURN_PAGE_FIELDS, returnPageAt } from "./return-page";

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
