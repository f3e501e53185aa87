import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ErrorScreen } from "~/components/error-screen";
import { pageMeta } from "~/components/page-meta";
import { pageNotFound } from "~/problem.server";

/** Every address that no other route knows. */
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
