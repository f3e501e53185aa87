import { createHmac } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** What an opened page has to be asked for later. */
interface Opened {
  id: string;
  attempt: string;
  currency: string;
  /** Minor units. */
  amount: number;
  renews: boolean;
  isPaid: boolean;
  /** Seconds since 1970. */
  at: number;
}

const VERSION = "/v1/";
const MONTH_S = 30 * 86_400;

/**
 * A Stripe that answers at once and has no books: every page that is opened can be paid, by `pay`. It costs as little as it can, so that
 * a run's figures are those of payments.
 */
export class AlwaysPaid {
  readonly #pages = new Map<string, Opened>();
  #made = 0;

  constructor(readonly webhookSecret: string) {}

  readonly listener: RequestListener = (request, response) => {
    this.#answer(request, response).catch(() => response.destroy());
  };

  /** The buyer of a page pays. @returns what Stripe would send of it, signed */
  pay(id: string): { body: string; signature: string }[] {
    const page = this.#pages.get(id);
    if (page === undefined) throw new Error(`There is no page ${id}`);
    page.isPaid = true;
    const session = { object: "checkout.session", id, client_reference_id: page.attempt };
    const invoice = { object: "invoice", id: `in_${id}`, subscription: `sub_${id}` };
    const events = [this.#event("checkout.session.completed", session)];
    return page.renews ? [...events, this.#event("invoice.paid", invoice)] : events;
  }

  #event(type: string, object: object) {
    this.#made += 1;
    const body = JSON.stringify({ id: `evt_${this.#made}_${Date.now()}`, type, livemode: false, data: { object } });
    const at = Math.floor(Date.now() / 1000);
    const sign = createHmac("sha256", this.webhookSecret).update(`${at}.${body}`).digest("hex");
    return { body, signature: `t=${at},v1=${sign}` };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = "", query = ""] = (request.url ?? "").slice(VERSION.length).split("?");
    const form = new URLSearchParams(await text(request));
    const answer = request.method === "POST" ? this.#done(path, form) : this.#found(path, new URLSearchParams(query));
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? { error: { type: "invalid_request_error" } }));
  }

  #done(path: string, form: URLSearchParams): object | undefined {
    if (path !== "checkout/sessions") return { id: path };
    this.#made += 1;
    const page: Opened = {
      id: `cs_test_${this.#made}_${Date.now()}`,
      attempt: form.get("client_reference_id") ?? "",
      currency: form.get("line_items[0][price_data][currency]") ?? "",
      amount: Number(form.get("line_items[0][price_data][unit_amount]")),
      renews: form.get("mode") === "subscription",
      isPaid: false,
      at: Math.floor(Date.now() / 1000),
    };
    this.#pages.set(page.id, page);
    return sessionOf(page);
  }

  #found(path: string, query: URLSearchParams): object | undefined {
    const id = /(cs_test_\w+)$/.exec(query.get("subscription") ?? path)?.[1];
    const page = id === undefined ? undefined : this.#pages.get(id);
    if (page === undefined) return undefined;
    if (path === "invoices") return { data: [invoiceOf(page)], has_more: false };
    return path.startsWith("subscriptions") ? subscriptionOf(page) : sessionOf(page);
  }
}

const chargeOf = ({ id, amount, currency, at }: Opened) => ({
  id: `ch_${id}`,
  amount_captured: amount,
  amount_refunded: 0,
  currency,
  created: at,
  captured: true,
  paid: true,
  disputed: false,
});

function sessionOf(page: Opened) {
  const { id, attempt, renews, isPaid, at, amount, currency } = page;
  const payment_intent = { status: "succeeded", latest_charge: chargeOf(page) };
  return {
    id,
    client_reference_id: attempt,
    status: isPaid ? "complete" : "open",
    url: `https://pay.stand-in.example/c/${id}`,
    expires_at: at + 3_600,
    created: at,
    currency,
    amount_total: amount,
    payment_status: isPaid ? "paid" : "unpaid",
    ...(isPaid && (renews ? { invoice: { payment_intent }, subscription: `sub_${id}` } : { payment_intent })),
  };
}

const subscriptionOf = ({ id, at }: Opened) => ({
  id: `sub_${id}`,
  status: "active",
  customer: "cus_1",
  cancel_at_period_end: false,
  current_period_start: at,
});

const invoiceOf = (page: Opened) => ({
  id: `in_${page.id}`,
  billing_reason: "subscription_create",
  amount_paid: page.amount,
  currency: page.currency,
  created: page.at,
  charge: chargeOf(page),
  lines: { data: [{ type: "subscription", period: { start: page.at, end: page.at + MONTH_S } }] },
});
