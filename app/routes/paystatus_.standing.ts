import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { followOrder } from "~/orders/follow-order.server";
import { readOrderToken } from "~/orders/order-token.server";
import { visitorOf } from "~/visitor/visitor.server";

/** The little that a waiting page asks for: whether its order has moved on. */
export async function loader({ request }: LoaderFunctionArgs) {
  const order = await readOrderToken(new URL(request.url).searchParams.get("o"));
  if (order === undefined) return answer({ kind: "unknown" }, 404);
  const standing = await followOrder(order, await visitorOf(request));
  if (standing.kind !== "known") return answer({ kind: standing.kind }, 200);
  return answer({ kind: standing.screen.kind, retryAfter: standing.result.retry_after ?? undefined }, 200);
}

const answer = (standing: { kind: string; retryAfter?: number }, status: number) =>
  json(standing, { status, headers: { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" } });
