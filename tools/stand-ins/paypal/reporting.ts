import Big from "big.js";
import type { Router } from "express";
import { z } from "zod";
import { answering, idOf, Problem } from "./answers";
import type { Capture, Dispute } from "./books";
import type { PayPalWorld } from "./world";

const DAY_MS = 86_400_000;
/** What happened is in the reports only then. */
const APPEARS_AFTER_MS = 3 * 3_600_000;
const MOST_FOUND = 10_000;

const asked = z.strictObject({
  start_date: z.iso.datetime({ offset: true }),
  end_date: z.iso.datetime({ offset: true }),
  transaction_id: z.string().min(17).max(19).optional(),
  page_size: z.coerce.number().int().min(1).max(500).default(100),
  page: z.coerce.number().int().min(1).default(1),
});

/** Transaction Search v1, with what affects the balance only, as it is by default. */
export function reportingRoutes(router: Router, world: PayPalWorld): void {
  router.get(
    "/v1/reporting/transactions",
    answering((request, response) => {
      const { start_date, end_date, transaction_id = "", page, page_size } = asked.parse(request.query);
      const [from, to] = [Date.parse(start_date), Date.parse(end_date)];
      if (to - from > 31 * DAY_MS) throw new Problem(400, "INVALID_REQUEST", "Date range is greater than 31 days");
      const until = Math.min(to, world.books.now() - APPEARS_AFTER_MS);
      const isIn = ({ time }: Transaction) => Date.parse(time) >= from && Date.parse(time) <= until;
      const found = transactions(world).filter((one) => isIn(one) && one.id.includes(transaction_id));
      if (found.length > MOST_FOUND) throw new Problem(400, "RESULTSET_TOO_LARGE");
      const shown = found.slice((page - 1) * page_size, page * page_size);
      response.json({
        transaction_details: shown.map((one) => ({ transaction_info: infoOf(one) })),
        account_number: "8RRA2VKQYPNCA",
        start_date,
        end_date,
        last_refreshed_datetime: world.books.time(until),
        page,
        total_items: found.length,
        total_pages: Math.ceil(found.length / page_size),
        links: [],
      });
    }),
  );
}

interface Transaction {
  readonly id: string;
  readonly code: string;
  readonly time: string;
  readonly currency_code: string;
  readonly value: string;
  readonly status: "S" | "P" | "V";
  readonly about?: readonly [type: "TXN" | "SUB", id: string];
}

const transactions = ({ books }: PayPalWorld): Transaction[] =>
  [...books.captures.all().flatMap(ofCapture), ...books.disputes.all().flatMap(ofDispute)].sort((one, other) =>
    one.time.localeCompare(other.time),
  );

function ofCapture({ id, status, amount, create_time: time, subscription, refunds }: Capture): Transaction[] {
  if (status === "DECLINED") return [];
  const state = status === "PENDING" ? "P" : status === "REFUNDED" ? "V" : "S";
  const begun =
    subscription === undefined ? { code: "T0006" } : { code: "T0002", about: ["SUB", subscription] as const };
  const given = refunds.map((refund): Transaction => {
    const back = { ...refund.amount, value: Big(refund.amount.value).neg().toFixed() };
    return { id: refund.id, code: "T1107", time: refund.create_time, ...back, status: "S", about: ["TXN", id] };
  });
  return [{ id, time, ...amount, status: state, ...begun }, ...given];
}

/** Money is held while a dispute is open, and goes when it is lost. */
function ofDispute({ id, capture, amount, state, create_time, end_time }: Dispute): Transaction[] {
  const line = (code: string, time: string, sign: 1 | -1): Transaction => {
    const value = Big(amount.value).times(sign).toFixed();
    return { id: `${code}${id.slice(-5)}`, code, time, ...amount, value, status: "S", about: ["TXN", capture] };
  };
  const held = line("T1110", create_time, -1);
  if (end_time === undefined) return [held];
  return [held, line("T1111", end_time, 1), ...(state === "lost" ? [line("T1201", end_time, -1)] : [])];
}

const infoOf = ({ id, code, time, currency_code, value, status, about }: Transaction) => ({
  paypal_account_id: idOf(13),
  transaction_id: id,
  ...(about === undefined ? {} : { paypal_reference_id: about[1], paypal_reference_id_type: about[0] }),
  transaction_event_code: code,
  transaction_initiation_date: time,
  transaction_updated_date: time,
  transaction_amount: { currency_code, value },
  transaction_status: status,
});
