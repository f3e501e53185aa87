import type { Driver } from "../driver";
import { type PaddleSettings, paddleApi } from "./api";
import { ask, close } from "./ask";
import { booksOf } from "./movements";
import { find, open } from "./open";
import { giveBack } from "./refunds";
import { CURRENCIES } from "./shapes";
import { subscriptionsOf } from "./subscriptions";
import { hear } from "./webhook";

/**
 * Paddle Billing, which sells in its own name: taxes, invoices and what banks dispute are Paddle's. A buyer pays by its scripts: at a hosted
 * checkout, which is a page of Paddle's, or at one of the merchant's.
 */
export function paddleDriver(settings: PaddleSettings): Driver {
  const paddle = paddleApi(settings);
  return {
    code: "pd",
    name: "Paddle",
    statement: settings.statement,
    seller: "Paddle.com, https://paddle.net",
    // 999 of any unit.
    can: { resume: "undo", renewYears: 10, currencies: CURRENCIES },
    open: (opening, call) => open(paddle, opening, settings.page, call),
    find: (opening, call) => find(paddle, opening, settings.page, call),
    ask: ({ reference }, call) => ask(paddle, reference, call),
    close: ({ reference }, call) => close(paddle, reference, call),
    hear: async (delivery, call) => hear(delivery, settings, call.now()),
    refund: (refund, call) => giveBack(paddle, refund, call),
    books: booksOf(paddle),
    subscriptions: subscriptionsOf(paddle),
  };
}
