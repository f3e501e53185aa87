import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { orderStatus } from "~/orders/order-status.server";
import { orderIn } from "~/orders/order-token.server";
import { visitorOf } from "~/visitor/visitor.server";

/** The little that a waiting page asks for: whether its order has moved on. */
export async function loader({ request }: LoaderFunctionArgs) {
  const order = await orderIn(request);
  if (order === undefined) return answer({ kind: "unknown" }, 404);
  const status = await orderStatus(order, await visitorOf(request));
  if (status.kind !== "known") return answer({ kind: status.kind }, 200);
  return answer({ kind: status.screen.kind, retryAfter: status.result.retry_after ?? undefined }, 200);
}

const answer = (state: { kind: string; retryAfter?: number }, status: number) =>
  json(state, { status, headers: { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" } });
