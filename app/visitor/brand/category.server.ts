import { wholeNumber } from "~/upstream/contract/signed-link";
import { cookieOf } from "~/visitor/browser/cookies.server";
import type { Brand } from "./brand";
import { brandOf } from "./brands.server";

/** The app id of a visitor who did not come from an app. */
export const DEFAULT_APP_ID = 502;

/** The app whose link an address is. */
export const appIn = (url: URL): number | undefined => appId(url.searchParams.get("sid"));

/** Which app a request belongs to, and how the site looks for its users. */
export interface Category {
  appType: number;
  brand: Brand;
}

/**
 * The category middleware: a request belongs to the app whose link brought the visitor here, also after the session of
 * that link has ended.
 * @param linkedApp the app of the visitor's session
 */
export function categoryOf(request: Request, linkedApp: number | undefined): Category {
  const appType = linkedApp ?? appId(cookieOf(request, "app") ?? null) ?? DEFAULT_APP_ID;
  return { appType, brand: brandOf(appType) };
}

function appId(text: string | null): number | undefined {
  const id = wholeNumber.safeParse(text);
  return id.success ? Number(id.data) : undefined;
}
