import type { DisputeState } from "../acts";
import type { Webhooks } from "../webhooks";
import { captureView, idOf, refundView, restOf, unprocessable } from "./answers";
import type { Capture, Dispute, Order, PayPalBooks } from "./books";

const STATUS = { ok: "COMPLETED", pending: "PENDING", declined: "DECLINED", refused: "DECLINED" } as const;
const EVENTS = { COMPLETED: "COMPLETED", PENDING: "PENDING", DECLINED: "DENIED" } as const;

/** What happens to money at PayPal, and whom that is told. */
export class PayPalWorld {
  constructor(
    readonly books: PayPalBooks,
    readonly webhooks: () => Webhooks,
    readonly origin: () => string,
  ) {}

  ring(kind: string, type: string, resource: object): void {
    const id = `WH-${idOf(17)}-${idOf(17)}`;
    const create_time = this.books.time();
    const event = { id, event_version: "1.0", create_time, resource_type: type, event_type: kind, resource };
    this.webhooks().add(id, kind, event);
  }

  /** Money of an approved order, or of a subscription's period. */
  take(
    of: Pick<Capture, "order" | "subscription" | "custom_id" | "invoice_id" | "amount"> & Pick<Order, "funding">,
  ): Capture {
    const { funding, ...rest } = of;
    const made = { id: idOf(17), status: STATUS[funding], create_time: this.books.time(), refunds: [], ...rest };
    this.#tell(this.books.captures.put(made));
    return made;
  }

  /** A pending one ends. */
  settle(capture: Capture, status: "COMPLETED" | "DECLINED"): void {
    this.#tell(this.books.captures.put({ ...capture, status }));
  }

  #tell(capture: Capture): void {
    const { status, subscription, id, amount, create_time } = capture;
    if (status === "PARTIALLY_REFUNDED" || status === "REFUNDED") return;
    const sum = { total: amount.value, currency: amount.currency_code };
    const sale = { id, state: status.toLowerCase(), amount: sum, billing_agreement_id: subscription, create_time };
    if (subscription === undefined)
      this.ring(`PAYMENT.CAPTURE.${EVENTS[status]}`, "capture", captureView(capture, this.origin()));
    else this.ring(`PAYMENT.SALE.${EVENTS[status]}`, "sale", sale);
  }

  refund(capture: Capture, value = restOf(capture).toFixed(), id = idOf(17)): Capture["refunds"][number] {
    const rest = restOf(capture);
    if (capture.status === "PENDING" || capture.status === "DECLINED") throw unprocessable("PENDING_CAPTURE");
    if (rest.eq(0)) throw unprocessable("CAPTURE_FULLY_REFUNDED");
    if (rest.lt(value)) throw unprocessable("REFUND_AMOUNT_EXCEEDED");
    const refund = { id, amount: { ...capture.amount, value }, create_time: this.books.time() };
    const status = rest.eq(value) ? "REFUNDED" : "PARTIALLY_REFUNDED";
    this.books.captures.put({ ...capture, status, refunds: [...capture.refunds, refund] });
    const sale = {
      id,
      sale_id: capture.id,
      state: "completed",
      amount: { total: value },
      create_time: refund.create_time,
    };
    if (capture.subscription === undefined)
      this.ring("PAYMENT.CAPTURE.REFUNDED", "refund", refundView(capture, refund, this.origin()));
    else this.ring("PAYMENT.SALE.REFUNDED", "refund", sale);
    return refund;
  }

  dispute(capture: Capture, state: Dispute["state"]): void {
    const [known] = this.books.disputes.all("capture", capture.id);
    const { id: of, amount, custom_id } = capture;
    const fresh = { id: `PP-D-${idOf(5)}`, capture: of, custom_id, amount, create_time: this.books.time() };
    const end_time = isOver(state) ? this.books.time() : undefined;
    const dispute = this.books.disputes.put({ ...(known ?? fresh), state, end_time });
    const kind = known === undefined ? "CREATED" : isOver(state) ? "RESOLVED" : "UPDATED";
    this.ring(`CUSTOMER.DISPUTE.${kind}`, "dispute", disputeView(dispute));
  }
}

const STATUSES = {
  open: "WAITING_FOR_SELLER_RESPONSE",
  answered: "UNDER_REVIEW",
  won: "RESOLVED",
  lost: "RESOLVED",
} as const;
const isOver = (state: DisputeState): state is "won" | "lost" => state === "won" || state === "lost";

/** PayPal gives sellers ten days. */
const dueDate = (createTime: string): string => new Date(Date.parse(createTime) + 10 * 86_400_000).toISOString();

const OUTCOMES = { won: "RESOLVED_SELLER_FAVOUR", lost: "RESOLVED_BUYER_FAVOUR" } as const;

export function disputeView({ id, capture, amount, state, create_time }: Dispute) {
  return {
    dispute_id: id,
    create_time,
    update_time: create_time,
    disputed_transactions: [{ seller_transaction_id: capture }],
    reason: "UNAUTHORISED",
    status: STATUSES[state],
    seller_response_due_date: dueDate(create_time),
    dispute_amount: amount,
    ...(isOver(state) ? { dispute_outcome: { outcome_code: OUTCOMES[state] } } : {}),
    links: [],
  };
}
