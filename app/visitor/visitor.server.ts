import type { Caller } from "~/upstream/client.server";
import { DEFAULT_APP_ID } from "./brands";
import { cookieOf } from "./cookies.server";
import { type Session, sessionOf } from "./session.server";

/** Who is asking, as far as the request alone tells. */
export interface Visitor {
  requestId: string;
  appType: number;
  session: Session | undefined;
  /** Whom the payments API is called for. */
  caller: Caller;
  /** The page goes out without scripts: the visitor saves data, or the link is too slow for them. */
  isLite: boolean;
}

export async function visitorOf(request: Request): Promise<Visitor> {
  const session = await sessionOf(request);
  const requestId = request.headers.get("x-request-id") ?? crypto.randomUUID();
  const appType = session?.app_type ?? DEFAULT_APP_ID;
  const visitorIp = request.headers.get("x-visitor-ip") ?? undefined;
  return {
    requestId,
    appType,
    session,
    caller: { requestId, appType, visitorIp, signal: request.signal },
    isLite: isLite(request),
  };
}

const SLOW_LINKS = ["slow-2g", "2g"];

const isLite = (request: Request): boolean =>
  request.headers.get("save-data")?.toLowerCase() === "on" || SLOW_LINKS.includes(request.headers.get("ect") ?? "");

/** The country a visitor has chosen to see prices for, this time or before. */
export function chosenCountry(request: Request): string | undefined {
  const chosen = new URL(request.url).searchParams.get("country") ?? cookieOf(request, "country") ?? "";
  return /^[A-Z]{2}$/.test(chosen) ? chosen : undefined;
}
