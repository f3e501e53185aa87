import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { DEFAULT_LOCALE } from "~/i18n/locales";
import { paths } from "~/paths";
import { followOrder } from "~/purchase/follow-order.server";
import { orderToken, readOrderToken } from "~/purchase/order-token.server";
import { visitorOf } from "~/visitor/visitor.server";

/**
 * Where providers send buyers back to, by GET or by a POST from their own site. What they say beside our own token is not
 * looked at: the payments API is asked how the order stands, and the status page shows it.
 */
async function comeBack({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  const token = new URL(request.url).searchParams.get("o");
  const order = await readOrderToken(token);
  if (order?.kind !== "site" || order.provider !== params.provider)
    return redirect(paths.paystatus(DEFAULT_LOCALE), 303);
  const standing = await followOrder(order, await visitorOf(request));
  const found = standing.kind === "unknown" ? order : standing.order;
  return redirect(paths.paystatus(order.lang, await orderToken(found)), 303);
}

export const loader = comeBack;
export const action = comeBack;
