import { pageNotFound } from "~/problem.server";
import { ENTRY_PAGE_PARAM } from "./arrival.server";

/** A link `/redirect?to=<page>` has moved on before any loader, unless no page has the name it gives: then it throws a 404. */
export function refuseUnknownPage(request: Request): void {
  const params = new URL(request.url).searchParams;
  if (params.has(ENTRY_PAGE_PARAM) && !params.has("o")) throw pageNotFound(request);
}
