import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { pageNotFound, problem } from "~/errors/errors.server";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";
import { edgeProblem } from "~/visitor/arrival/edge-problem.server";

/** The not-found page, and the page of every request that the host refuses. */
export function loader({ request }: LoaderFunctionArgs) {
  const status = edgeProblem(request);
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
