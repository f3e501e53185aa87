import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { pageNotFound, problem } from "~/errors/errors.server";
import { hostFacts } from "~/security/host-facts.server";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";

/** The not-found page, and the page of every request that the host refuses. */
export function loader({ request }: LoaderFunctionArgs) {
  const { problem: status } = hostFacts(request);
  throw status === undefined ? pageNotFound(request) : problem(status);
}

export function action({ request }: ActionFunctionArgs) {
  throw pageNotFound(request);
}

export const meta = pageMeta;

export default function NotFound() {
  return null;
}

export const ErrorBoundary = ErrorScreen;
