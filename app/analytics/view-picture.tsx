import { useLocation } from "@remix-run/react";
import { paths } from "~/paths";
import { tellableAddress } from "./page-address";

/** Tells of a document's view where the browser runs no scripts. Not `hidden`, which would keep it from being loaded. */
export function ViewPicture({ requestId }: { requestId: string }) {
  const page = tellableAddress(useLocation().pathname, "");
  return <img className="visually-hidden" src={paths.events({ view: requestId, page })} alt="" />;
}
