import { type Call, closedOrPaid, type Driver, type Opening } from "../driver";
import { onRefusal, unlessRefused } from "../errors";
import { type Credentials, payPalApi } from "./api";
import { askFirstPayment, openSubscription } from "./first-payment";
import { booksOf } from "./movements";
import { askOrder, markClosed, openOrder } from "./orders";
import { giveBack } from "./payments";
import { payPalPlans } from "./plans";
import { renewalsBy } from "./subscription";
import { CURRENCIES } from "./values";
import { payPalWebhooks } from "./webhook";

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
  const { apiOrigin = "https://api-m.paypal.com", webhookId, statement, brandName = "" } = settings;
  const { certificateOrigins = [apiOrigin, apiOrigin.replace("//api-m.", "//api.")] } = settings;
  const paypal = payPalApi({ ...settings, apiOrigin });
  const planFor = payPalPlans(paypal);
  const open = async (opening: Opening, call: Call) => {
    if (opening.renewal === undefined) return openOrder(paypal, opening, brandName, call);
    const plan = await planFor(opening, opening.renewal, call);
    return openSubscription(paypal, plan, opening, brandName, call);
  };
  const ask: Driver["ask"] = (payment, call) =>
    isSubscription(payment.reference)
      ? unlessRefused(askFirstPayment(paypal, payment.reference, call))
      : askOrder(paypal, payment, call);
  return {
    code: "ps",
    name: "PayPal",
    statement,
    can: { withoutScripts: true, trial: true, renew: true, resume: "suspend", keyHours: 6, currencies: CURRENCIES },
    open,
    find: (opening, call) => find(open, opening, call),
    ask,
    close: async (payment, call) => {
      const standing = async () => closedOrPaid(await ask(payment, { ...call, mayCapture: false }));
      const found = await standing();
      if (found === "paid" || isSubscription(payment.reference)) return found;
      await markClosed(paypal, payment.reference, call);
      // It may have been captured meanwhile.
      return standing();
    },
    hear: payPalWebhooks({ webhookId, certificateOrigins }),
    refund: (order, call) => giveBack(paypal, order, call),
    books: booksOf(paypal),
    subscriptions: renewalsBy(paypal),
  };
}

/** PayPal knows an order's key for 6 hours. After that nobody can have begun to pay what it has made: only its answer names the page. */
const REPEATED_FOR_MS = 5.5 * 3_600_000;

/** The same call again: PayPal answers as it did, or makes what the first call did not; what it refuses it has not made before. */
async function find(open: Driver["open"], opening: Opening, call: Call) {
  if (call.now() >= opening.madeAt + REPEATED_FOR_MS) return undefined;
  const found = onRefusal(open(opening, call), (refused) => {
    if (refused.status !== 400 && refused.status !== 422) throw refused;
    return undefined;
  });
  return unlessRefused(found);
}

/** Orders have seventeen letters and digits. */
const isSubscription = (reference: string): boolean => reference.startsWith("I-");
