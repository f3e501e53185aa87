import { useLocation } from "@remix-run/react";
import { paths } from "~/paths";
import { tellableAddress } from "./page-address";

/** Tells of a document's view where the browser runs no scripts. Not `hidden`, which would keep it from being loaded, and no `<img>`, which text browsers print. */
export function ViewPicture() {
  const { pathname, search } = useLocation();
  // A waiting page that looks again by itself is no further view.
  if (new URLSearchParams(search).has("n")) return null;
  const page = tellableAddress(pathname, search);
  return (
    <svg className="visually-hidden" aria-hidden="true">
      <image href={paths.events({ page })} />
    </svg>
  );
}
