import type { Call, Driver, Opening } from "../driver";
import { OutcomeUnknown, Refused } from "../errors";
import { PayPalRefused, payPalApi } from "./api";
import { refundCapture } from "./captures";
import { booksOf } from "./movements";
import { askOrder, closeOrder, openOrder } from "./orders";
import { payPalPlans } from "./plans";
import { renewalsBy } from "./renewals";
import { payPalSignatures } from "./signature";
import { askFirstPayment, closeSubscription, openSubscription } from "./subscriptions";
import type { Credentials } from "./token";
import { CURRENCIES } from "./values";
import { readEvent } from "./webhook";

interface PayPalSettings extends Omit<Credentials, "apiOrigin"> {
  /** Of our webhook in PayPal's dashboard. */
  readonly webhookId: string;
  readonly apiOrigin?: string | undefined;
  /** Where webhooks' certificates may come from; undefined: the API's own origins. */
  readonly certificateOrigins?: readonly string[] | undefined;
  readonly statement?: string | undefined;
  /** On PayPal's page. */
  readonly brandName?: string | undefined;
}

/** PayPal: orders of its wallet (Orders v2) that we capture, and Subscriptions v1 that we activate. */
export function payPalDriver(settings: PayPalSettings): Driver {
  const { apiOrigin = "https://api-m.paypal.com", webhookId, statement } = settings;
  const { certificateOrigins = [apiOrigin, apiOrigin.replace("//api-m.", "//api.")] } = settings;
  const paypal = payPalApi({ ...settings, apiOrigin });
  const planFor = payPalPlans(paypal);
  const verify = payPalSignatures({ webhookId, certificateOrigins });
  const open = (opening: Opening, call: Call) =>
    opening.renewal === undefined
      ? openOrder(paypal, opening, settings, call)
      : openSubscription(paypal, planFor, opening, opening.renewal, settings, call);
  return {
    code: "ps",
    name: "PayPal",
    statement,
    can: { withoutScripts: true, trial: true, renew: true, resume: "suspend", keyHours: 6, currencies: CURRENCIES },
    open,
    find: (opening, call) => find(open, opening, call),
    ask: (payment, call) =>
      isSubscription(payment.reference) ? askFirstPayment(paypal, payment, call) : askOrder(paypal, payment, call),
    close: ({ reference }, call) =>
      isSubscription(reference) ? closeSubscription(paypal, reference, call) : closeOrder(paypal, reference, call),
    hear: async (delivery, call) => {
      await verify(delivery, call);
      return readEvent(delivery);
    },
    refund: (order, call) => refundCapture(paypal, order, call),
    books: booksOf(paypal),
    subscriptions: renewalsBy(paypal),
  };
}

/** The same call again: PayPal answers as it did, or makes what the first call did not; what it refuses it has not made before. */
async function find(open: Driver["open"], opening: Opening, call: Call) {
  if (call.now() >= opening.madeAt + REPEATED_FOR_MS) return undefined;
  return open(opening, call).catch((error: unknown) => {
    if (error instanceof PayPalRefused && (error.status === 400 || error.status === 422)) return undefined;
    throw error instanceof Refused ? new OutcomeUnknown(error.message, { cause: error }) : error;
  });
}

/** PayPal knows an order's key for 6 hours. After that nobody can have begun to pay what it has made: only its answer names the page. */
const REPEATED_FOR_MS = 5.5 * 3_600_000;

/** Orders have seventeen letters and digits. */
const isSubscription = (reference: string): boolean => reference.startsWith("I-");
