import { DEFAULT_APP_ID, wholeNumber } from "~/upstream/contract/signed-link";
import { cookieOf } from "~/visitor/browser/cookies.server";
import type { Brand } from "./brand";
import { brandOf } from "./brands.server";

/** The app whose number an address names. */
export const appIn = (url: URL): number | undefined => appId(url.searchParams.get("sid"));

/** Which app a request belongs to, and how the site looks for its users. */
export interface Category {
  appType: number;
  brand: Brand;
}

interface LinkedApps {
  /** The app of the link that this request is. */
  arriving: number | undefined;
  /** The app of the visitor's session. */
  ofSession: number | undefined;
}

/**
 * The category middleware: a request belongs to the app whose link brought the visitor here last, also after the session
 * of that link has ended. A link counts in the very request it comes with: what is asked beside it is asked for its app.
 */
export function categoryOf(request: Request, { arriving, ofSession }: LinkedApps): Category {
  const appType = arriving ?? appId(cookieOf(request, "app") ?? null) ?? ofSession ?? DEFAULT_APP_ID;
  return { appType, brand: brandOf(appType) };
}

function appId(text: string | null): number | undefined {
  const id = wholeNumber.safeParse(text);
  return id.success ? Number(id.data) : undefined;
}
