import { env } from "~/env.server";
import { log } from "~/log.server";
import { paths } from "~/paths";
import { hasOptionalCall } from "~/upstream/catalogue.server";
import { call } from "~/upstream/client/client.server";
import { resumeLink } from "~/upstream/contract/subscriptions";
import type { Visitor } from "~/visitor/visitor.server";
import { callerFor } from "./open-order.server";
import { type OpenedOrder, orderToken } from "./order-token.server";

/**
 * Tells a payments API that has the call where a buyer who has not paid can go on, for a mail that brings them back. Nobody waits
 * for it, and where it fails there is no such mail. Not for followers, who may not pay, nor where nothing is to be paid.
 */
export function tellResumeLink(order: OpenedOrder, visitor: Visitor): void {
  if (order.isFollower || order.handOff === undefined) return;
  tell(order, visitor).catch((err) => {
    log.warn({ requestId: visitor.requestId, err }, "the way back to an order was not told");
  });
}

async function tell(order: OpenedOrder, visitor: Visitor): Promise<void> {
  const { bearer, signal, onTokenRefused, ...caller } = callerFor(order, visitor);
  if (!(await hasOptionalCall("resume_link", caller, visitor))) return;
  const { orderId: order_id, email, lang: language } = order;
  const url = new URL(paths.paystatus(language, await orderToken(order)), env().publicOrigin).href;
  await call(resumeLink, { body: { order_id, email, url, language } }, caller, { circuit: "optional" });
}
