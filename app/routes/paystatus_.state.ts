import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { orderStatus } from "~/orders/order-status.server";
import { orderIn } from "~/orders/order-token.server";
import { polledState } from "~/orders/status/status.server";
import { authAfterCalls } from "~/visitor/identity/auth.server";
import { visitorOf } from "~/visitor/visitor.server";

/** What a waiting page polls: whether its order's state has changed. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const order = await orderIn(request);
  if (order === undefined) return answer({ kind: "unknown" }, 404);
  const status = await orderStatus(order, await visitorOf(request));
  const { auth, cookies } = await authAfterCalls({ request, context });
  const isLoggedOut = auth.kind === "loggedOut" ? true : undefined;
  const kind = status.kind === "unknown" ? status.kind : polledState(status);
  const retryAfter = status.kind === "known" ? status.result.retry_after : undefined;
  return answer({ kind, retryAfter, isLoggedOut }, 200, cookies);
}

interface State {
  kind: string;
  retryAfter?: number | undefined;
  /** The visitor is asked whether to log in again, on the page. */
  isLoggedOut?: boolean | undefined;
}

function answer(state: State, status: number, cookies: string[] = []) {
  const headers = new Headers({ "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return json(state, { status, headers });
}
