import { wholeNumber } from "~/upstream/contract/signed-link";
import { cookieOf } from "./cookies.server";
import type { Session } from "./session.server";

/** The app id of a visitor who did not come from an app. */
export const DEFAULT_APP_ID = 502;

/** The app whose link an address is. */
export const appIn = (url: URL): number | undefined => appId(url.searchParams.get("sid"));

/**
 * The category middleware: which app a request belongs to, and with it which brand. It is the app whose link brought the
 * visitor here, also after the session of that link has ended.
 */
export const appOf = (request: Request, session: Session | undefined): number =>
  session?.app_type ?? appId(cookieOf(request, "app") ?? null) ?? DEFAULT_APP_ID;

function appId(text: string | null): number | undefined {
  const id = wholeNumber.safeParse(text);
  return id.success ? Number(id.data) : undefined;
}
