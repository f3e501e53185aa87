import { closedOrPaid, type Driver, isKeyKnown } from "../driver";
import { orUndefined, unlessRefused } from "../errors";
import { type PayPalSettings, payPalApi } from "./api";
import { booksOf } from "./movements";
import { askOrder, markClosed, openOrder } from "./orders";
import { giveBack } from "./payments";
import { askFirstPayment, subscribing } from "./subscribe";
import { renewalsBy } from "./subscription";
import { CURRENCIES } from "./values";
import { payPalWebhooks } from "./webhook";

/** PayPal: orders of its wallet (Orders v2) that we capture, and Subscriptions v1 that we activate. */
export function payPalDriver(settings: PayPalSettings): Driver {
  const paypal = payPalApi(settings);
  const subscribe = subscribing(paypal);
  const open: Driver["open"] = async (opening, call) =>
    opening.renewal === undefined ? openOrder(paypal, opening, call) : subscribe(opening, opening.renewal, call);
  const ask: Driver["ask"] = (payment, call) =>
    unlessRefused((isSubscription(payment.reference) ? askFirstPayment : askOrder)(paypal, payment, call));
  return {
    code: "ps",
    name: "PayPal",
    statement: settings.statement,
    can: { resume: "suspend", renewYears: 1, currencies: CURRENCIES },
    open,
    // After the key's time nobody can have begun to pay what was made: only its answer names the page. Until then PayPal answers the same call
    // as it did, or makes what the first call did not; what it refuses it has not made before.
    find: async (opening, call) =>
      isKeyKnown(opening, 6, call.now()) ? unlessRefused(orUndefined(open(opening, call), 400, 422)) : undefined,
    ask,
    close: async (payment, call) => {
      if (!isSubscription(payment.reference)) await markClosed(paypal, payment.reference, call);
      return closedOrPaid(await ask(payment, { ...call, mayCapture: false }));
    },
    hear: payPalWebhooks(settings),
    refund: (order, call) => giveBack(paypal, order, call),
    books: booksOf(paypal),
    subscriptions: renewalsBy(paypal),
  };
}

/** Orders have seventeen letters and digits. */
const isSubscription = (reference: string): boolean => reference.startsWith("I-");
