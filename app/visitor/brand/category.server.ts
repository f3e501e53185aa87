import { DEFAULT_APP_ID, wholeNumber } from "~/upstream/contract/signed-link";
import { cookieOf } from "~/visitor/browser/cookies.server";
import type { Brand } from "./brand";
import { brandOf } from "./brands.server";

/** The app id in an address. */
export const appIn = (url: URL): number | undefined => appId(url.searchParams.get("sid"));

/** The app a request belongs to, and its brand. */
export interface Category {
  appType: number;
  brand: Brand;
}

interface LinkedApps {
  /** The app of the link in this request. */
  arriving: number | undefined;
  /** The app of the visitor's session. */
  ofSession: number | undefined;
}

/**
 * The category middleware: a request belongs to the app of the visitor's last link, even after that link's session has
 * ended. A link counts from its own request on.
 */
export function categoryOf(request: Request, { arriving, ofSession }: LinkedApps): Category {
  const appType = arriving ?? rememberedApp(cookieOf(request, "app")) ?? ofSession ?? DEFAULT_APP_ID;
  return { appType, brand: brandOf(appType) };
}

/** The app in the browser's cookie. */
export const rememberedApp = (cookie: string | undefined): number | undefined => appId(cookie ?? null);

function appId(text: string | null): number | undefined {
  if (text === null) return undefined;
  const id = wholeNumber.safeParse(text);
  return id.success ? Number(id.data) : undefined;
}
