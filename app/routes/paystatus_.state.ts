import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { orderStatus } from "~/orders/order-status.server";
import { orderIn } from "~/orders/order-token.server";
import { authAfterCalls } from "~/visitor/identity/auth.server";
import { visitorOf } from "~/visitor/visitor.server";

/** What a waiting page polls: whether its order's state has changed. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const order = await orderIn(request);
  if (order === undefined) return answer({ kind: "unknown" }, 404);
  const status = await orderStatus(order, await visitorOf(request));
  const { cookies } = await authAfterCalls({ request, context });
  if (status.kind !== "known") return answer({ kind: status.kind }, 200, cookies);
  return answer({ kind: status.screen.kind, retryAfter: status.result.retry_after ?? undefined }, 200, cookies);
}

function answer(state: { kind: string; retryAfter?: number }, status: number, cookies: string[] = []) {
  const headers = new Headers({ "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return json(state, { status, headers });
}
