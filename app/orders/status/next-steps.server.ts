import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import type { Standing } from "~/orders/follow-order.server";
import { mayPayAgain, type OrderScreen } from "~/orders/order-screen";
import { type Order, orderToken } from "~/orders/order-token.server";
import { paths } from "~/paths";
import { offeredOrder, type PayProvider } from "~/providers/pay-providers";

export type Followed = Exclude<Standing, { kind: "unknown" }>;

/** The screen of an order, the ones included for when nothing is known of it. */
export type Screen = OrderScreen | { kind: "unreachable" } | { kind: "notOpened" };

export const screenOf = (standing: Followed): Screen =>
  standing.kind === "known" ? standing.screen : { kind: standing.kind };

export const canPayAgain = (screen: Screen): boolean =>
  screen.kind === "notOpened" || (screen.kind !== "unreachable" && mayPayAgain(screen.kind));

/** A further attempt goes on with its order while that is open; a closed or unopened one is begun anew with the same entries. */
function nextAttempt(order: Order, standing: Followed): Order {
  const state = standing.kind === "known" ? standing.result.order_state : undefined;
  const isOver = standing.kind === "notOpened" || state === "expired" || state === "cancelled";
  return isOver ? { ...order, orderId: undefined, further: undefined } : order;
}

interface NextSteps {
  payAgainAt?: string;
  otherPlanAt?: string;
  /** Other ways to pay, after one did not work. */
  methods: { name: string; at: string }[];
}

/** Where the buyer goes to pay after all; nowhere while money may be on its way, or where the purchase belongs to an app. */
export async function nextSteps(
  lang: LocaleCode,
  standing: Followed,
  offered: readonly PayProvider[],
): Promise<NextSteps> {
  const { order } = standing;
  const screen = screenOf(standing);
  if (order.kind === "app" || !canPayAgain(screen)) return { methods: [] };
  const token = await orderToken(nextAttempt(order, standing));
  const t = translate(lang);
  const others = screen.kind === "declined" ? offered.filter((code) => code !== order.provider) : [];
  return {
    payAgainAt: paths.payment(lang, order.plan, { order: token }),
    otherPlanAt: paths.payment(lang, undefined, { order: token }),
    methods: offeredOrder(others, order.country).map((provider) => ({
      name: t(`payment:providerName.${provider}`),
      at: paths.payment(lang, order.plan, { order: token, provider }),
    })),
  };
}
