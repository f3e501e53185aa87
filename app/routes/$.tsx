import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { pageNotFound } from "~/errors/errors.server";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";

/** Every address without a route. */
export function loader({ request }: LoaderFunctionArgs) {
  throw pageNotFound(request);
}

export function action({ request }: ActionFunctionArgs) {
  throw pageNotFound(request);
}

export const meta = pageMeta;

export default function UnknownPage() {
  return null;
}

export const ErrorBoundary = ErrorScreen;
