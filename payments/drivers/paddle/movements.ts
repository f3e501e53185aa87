import type { Call, Movement, ProviderBooks } from "../driver";
import { everyItem, everyPage } from "../pages";
import { listOf, type Paddle } from "./api";
import { TRANSACTIONS } from "./open";
import { ADJUSTMENTS } from "./refunds";
import { type Adjustment, adjustment, type Transaction, transaction } from "./shapes";

/** Its own lists: what they have is known at once. */
const LAG_MS = 3_600_000;
/** Adjustments have no filter by time. One is decided about within days of when it was made. */
const DECIDED_WITHIN_MS = 30 * 86_400_000;

type Time = Parameters<ProviderBooks["movements"]>[0];

const isIn = ({ from, to }: Time, at: number): boolean => from <= at && at < to;

export const booksOf = (paddle: Paddle): ProviderBooks => ({
  lagMs: LAG_MS,
  movements: async function* (time, call) {
    yield* captures(paddle, time, call);
    yield* adjusted(paddle, time, call);
  },
  find: async (id, _around, call) => {
    // Paddle refuses an id of another kind.
    if (id.startsWith("adj_"))
      return (await everyItem(listOf(paddle, adjustment, ADJUSTMENTS, { id }, call))).flatMap(movedBy);
    const isCapture = id.startsWith("txn_");
    return isCapture ? (await everyItem(listOf(paddle, transaction, TRANSACTIONS, { id }, call))).map(captureIn) : [];
  },
});

/** Whatever was paid since has changed since. */
async function* captures(paddle: Paddle, time: Time, call: Call) {
  const asked = { status: "completed", updated_at: { GTE: new Date(time.from).toISOString() } };
  for await (const page of everyPage(listOf(paddle, transaction, TRANSACTIONS, asked, call)))
    yield page.filter(({ fact: { paid, at } }) => paid.amount > 0 && isIn(time, at)).map(captureIn);
}

const captureIn = ({ id, fact: { paid, at } }: Transaction): Movement => ({
  ...{ kind: "capture", id, captureId: id, money: paid, at },
  isUndone: false,
});

async function* adjusted(paddle: Paddle, time: Time, call: Call) {
  for await (const page of everyPage(listOf(paddle, adjustment, ADJUSTMENTS, {}, call))) {
    yield page.flatMap(movedBy).filter(({ at }) => isIn(time, at));
    if (page.some(({ created_at }) => created_at < time.from - DECIDED_WITHIN_MS)) return;
  }
}

const KINDS: Readonly<Record<string, Pick<Movement, "kind" | "isUndone">>> = {
  refund: { kind: "refund", isUndone: false },
  chargeback: { kind: "dispute", isUndone: false },
  chargeback_reverse: { kind: "dispute", isUndone: true },
};

/** A chargeback that was taken back stays, and what took it back is another adjustment. Of a refund only what was decided has moved. */
function movedBy({ id, action, status, transaction_id, money, created_at, updated_at }: Adjustment): Movement[] {
  const kind = KINDS[action];
  const isRefund = kind?.kind === "refund";
  if (kind === undefined || (isRefund && status !== "approved")) return [];
  return [{ id, captureId: transaction_id, money, at: isRefund ? updated_at : created_at, ...kind }];
}
