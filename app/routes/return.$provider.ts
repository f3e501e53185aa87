import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { DEFAULT_LOCALE } from "~/i18n/locales";
import { orderIn, orderToken } from "~/orders/order-token.server";
import { countStep } from "~/orders/purchase-log.server";
import { recordStep } from "~/orders/record-order.server";
import { broughtBack, sealReturned, takeReturn } from "~/orders/return.server";
import { paths } from "~/paths";
import { authAfterCalls } from "~/visitor/identity/auth.server";
import { visitorOf } from "~/visitor/visitor.server";

/**
 * Where providers send buyers back to, by GET or by a POST from their own site. Our token names the order; all other
 * parameters are passed to the payments API, which verifies them, and the status page shows the order's status.
 */
async function comeBack({ request, params, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  const order = await orderIn(request);
  if (order?.kind !== "site" || order.provider !== params.provider)
    return redirect(paths.paystatus(DEFAULT_LOCALE), 303);
  countStep(order, "returned");
  recordStep(request, "pay_return", order);
  const returned = await broughtBack(request);
  const { order: found, isRefused, isFound } = await takeReturn(order, returned, await visitorOf(request));
  // A POST from another site has no cookies; the GET after this redirect has them, and with them the order's id.
  if (!isFound && request.method === "POST") {
    const back = await sealReturned(returned);
    return redirect(paths.providerReturn(order.provider, await orderToken(order), { back }), 303);
  }
  const notice = isRefused ? "unverified" : undefined;
  const { cookies } = await authAfterCalls({ request, context });
  const headers = cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]);
  return redirect(paths.paystatus(found.lang, await orderToken(found), { notice }), { status: 303, headers });
}

export const loader = comeBack;
export const action = comeBack;
