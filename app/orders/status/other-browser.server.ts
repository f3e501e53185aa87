import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { waitText } from "~/i18n/wait.server";
import type { OrderScreenKind } from "~/orders/order-states";
import type { Order } from "~/orders/order-token.server";
import { paths } from "~/paths";

/** All that is told of an order of another browser: anybody can type an e-mail address. */
type Stage =
  /** It is being paid for, or may be. */
  | "live"
  | "paid"
  /** Nobody can pay it any more, so the plan can be bought here. */
  | "over";

const STAGES: Readonly<Record<OrderScreenKind, Stage>> = {
  success: "paid",
  granting: "paid",
  waiting: "live",
  unpaid: "live",
  action: "live",
  review: "live",
  unreachable: "live",
  declined: "over",
  cancelled: "over",
  expired: "over",
  refunded: "over",
  notOpened: "over",
};

/** Money on its way counts, however late it is; a payment page does not. */
const ENDS_WITH_TIME: readonly OrderScreenKind[] = ["unpaid", "action", "unreachable"];

function stageOf({ live }: Order, kind: OrderScreenKind, now: Date): Stage {
  const isTimeOver = live?.until !== undefined && live.until <= now.getTime();
  return isTimeOver && ENDS_WITH_TIME.includes(kind) ? "over" : STAGES[kind];
}

/** Whole minutes, rounded up; undefined where the payments API does not say until when the order can be paid, and after that. */
function minutesLeft({ live }: Order, now: Date): number | undefined {
  const left = (live?.until ?? 0) - now.getTime();
  return left > 0 ? Math.ceil(left / 60_000) : undefined;
}

/** What of the page changes by itself. */
export function otherBrowserState(order: Order, kind: OrderScreenKind, now: Date): string {
  const stage = stageOf(order, kind, now);
  return stage === "live" ? `${stage} ${minutesLeft(order, now) ?? ""}` : stage;
}

/** What the status page shows of such an order, and how its visitor goes on. @param token its own */
export function otherBrowserView(lang: LocaleCode, order: Order, kind: OrderScreenKind, token: string, now: Date) {
  const stage = stageOf(order, kind, now);
  const isOver = stage === "over";
  return {
    kind: "otherBrowser" as const,
    stage,
    texts: textsOf(lang, order, stage, now),
    buyAt: isOver ? paths.payment(lang, order.plan, { order: token }) : undefined,
    otherPlanAt: stage === "paid" ? undefined : paths.payment(lang, undefined, { order: token }),
  };
}

function textsOf(lang: LocaleCode, order: Order, stage: Stage, now: Date): string[] {
  const t = translate(lang);
  const text = t(`paystatus:otherBrowser.${stage}.text`);
  if (stage !== "live") return [text];
  const minutes = minutesLeft(order, now);
  const when =
    minutes === undefined
      ? t("paystatus:otherBrowser.later")
      : t("paystatus:otherBrowser.when", { when: waitText(lang, minutes * 60) });
  const mailed = order.live?.isLinkSent ? [t("paystatus:otherBrowser.mailed", { email: order.email })] : [];
  return [text, ...mailed, when];
}
