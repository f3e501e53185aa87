import { z } from "zod";
import type { Call, Movement, ProviderBooks } from "../driver";
import { Refused, unlessRefused } from "../errors";
import type { Form } from "../form";
import type { PayPal } from "./api";
import { instant, money } from "./values";

const HOUR_MS = 3_600_000;
const MOST_MS = 31 * 24 * HOUR_MS;
const LEAST_MS = 60_000;

/** Transaction Search. PayPal says that a transaction may take three hours to appear in it. Needs that right of the app. */
export const booksOf = (paypal: PayPal): ProviderBooks => ({
  lagMs: 4 * HOUR_MS,
  movements: ({ from, to }, call) => movements(paypal, { from, to: Math.min(to, call.now()) }, call),
  find: async (transaction_id, around, call) => {
    const time = { from: around - MOST_MS / 2, to: Math.min(around + MOST_MS / 2, call.now()) };
    return (await fetchPage(paypal, time, { transaction_id }, call)).movements;
  },
});

interface Time {
  readonly from: number;
  readonly to: number;
}

/** A search has a month at most, and no more than some thousand transactions: one that is refused for that is made as two. */
async function* movements(paypal: PayPal, { from, to }: Time, call: Call): AsyncGenerator<Movement[]> {
  if (to <= from) return;
  if (to - from > MOST_MS) {
    yield* inHalves(paypal, { from, to }, call);
    return;
  }
  try {
    yield* search(paypal, { from, to }, call);
  } catch (error) {
    if (!isTooMuch(error) || to - from <= LEAST_MS) throw error;
    yield* inHalves(paypal, { from, to }, call);
  }
}

async function* inHalves(paypal: PayPal, { from, to }: Time, call: Call) {
  const middle = Math.floor((from + to) / 2);
  yield* movements(paypal, { from, to: middle }, call);
  yield* movements(paypal, { from: middle, to }, call);
}

const isTooMuch = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Refused && error.cause.code === "RESULTSET_TOO_LARGE";

async function* search(paypal: PayPal, time: Time, call: Call) {
  for (let page = 1, pages = 1; page <= pages; page++) {
    const found = await fetchPage(paypal, time, { page_size: 500, page }, call);
    pages = found.total_pages;
    yield found.movements;
  }
}

async function fetchPage(paypal: PayPal, { from, to }: Time, rest: Form, call: Call) {
  const range = { start_date: new Date(from).toISOString(), end_date: new Date(to).toISOString() };
  const request = { path: "/v1/reporting/transactions", query: { ...range, ...rest } };
  const { transaction_details, total_pages } = await unlessRefused(paypal(pageRead, request, call));
  const movements = transaction_details.flatMap(({ transaction_info }) => movementIn(transaction_info) ?? []);
  return { movements, total_pages };
}

const transaction = z.object({
  transaction_id: z.string().min(1),
  paypal_reference_id: z.string().optional(),
  paypal_reference_id_type: z.string().optional(),
  transaction_event_code: z.string(),
  transaction_initiation_date: instant,
  transaction_amount: money.optional(),
  transaction_status: z.string().optional(),
});
const pageRead = z.object({
  transaction_details: z.array(z.object({ transaction_info: transaction })).default([]),
  total_pages: z.number().int(),
});

/** A payment that is wholly given back is "V". */
const DONE = ["S", "V"];

/** What is neither pending nor denied, and about a payment of a buyer. Fees, holds, exchanges and payouts are not. */
function movementIn(info: z.output<typeof transaction>): Movement | undefined {
  const { transaction_id: id, transaction_event_code: code, transaction_amount: gross } = info;
  const isIncoming = gross !== undefined && gross.amount > 0;
  const kind = kindOf(code, isIncoming);
  if (kind === undefined || !gross?.amount || !DONE.includes(info.transaction_status ?? "")) return undefined;
  const about = info.paypal_reference_id_type === "TXN" ? (info.paypal_reference_id ?? "") : "";
  const [money, at] = [{ ...gross, amount: Math.abs(gross.amount) }, info.transaction_initiation_date];
  const captureId = kind === "capture" ? id : about;
  return { kind, id, captureId, money, at, isUndone: kind === "dispute" && isIncoming };
}

/** PayPal's event codes. */
function kindOf(code: string, isIncoming: boolean): Movement["kind"] | undefined {
  if (code.startsWith("T00")) return isIncoming ? "capture" : undefined;
  if (code === "T1107") return "refund";
  // A payment that PayPal or a bank has reversed, a chargeback, and one that was reversed again.
  return ["T1106", "T1201", "T1202"].includes(code) ? "dispute" : undefined;
}
