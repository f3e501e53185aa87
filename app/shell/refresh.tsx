import { isRouteErrorResponse, useLocation, useMatches, useRouteError } from "@remix-run/react";
import { DEFAULT_LOCALE } from "~/i18n/locales";
import { paths } from "~/paths";

/** Where a page redirects by itself, and after how many seconds; loaders return it as `refresh`. */
interface PageRefresh {
  seconds: number;
  to: string;
  /** Also with scripts; otherwise scripts are taken to update the page in place. */
  isAlways: boolean;
}

const isRefresh = (value: unknown): value is PageRefresh =>
  typeof value === "object" && value !== null && "seconds" in value && "to" in value && "isAlways" in value;

function refreshIn(data: unknown): PageRefresh | undefined {
  const refresh = typeof data === "object" && data !== null && "refresh" in data ? data.refresh : undefined;
  return isRefresh(refresh) ? refresh : undefined;
}

export function Refresh({ hasScripts }: { hasScripts: boolean }) {
  const refresh = useMatches()
    .map(({ data }) => refreshIn(data))
    .find((found) => found !== undefined);
  if (refresh === undefined) return null;
  const tag = <meta httpEquiv="refresh" content={`${refresh.seconds};url=${refresh.to}`} />;
  return hasScripts && !refresh.isAlways ? <noscript>{tag}</noscript> : tag;
}

/** Seconds after which the app-level error screen redirects to the home page. */
export const HOME_AFTER = 10;

/**
 * Whether the app-level error screen leads home by itself: where the error has a status, but never from the home page,
 * which would reload for ever, and never away from an order or receipts.
 */
export function useLeadsHome(): boolean {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  return isRouteErrorResponse(useRouteError()) && pathname !== HOME_PATH && !params.has("o") && !params.has("k");
}

const HOME_PATH = paths.home(DEFAULT_LOCALE);

export const LeadHome = () =>
  useLeadsHome() ? <meta httpEquiv="refresh" content={`${HOME_AFTER};url=${HOME_PATH}`} /> : null;
