import { type Call, closedOrPaid, type DriverReport, type PaymentStanding } from "../driver";
import { OutcomeUnknown, onRefusal, unlessRefused } from "../errors";
import { everyItem } from "../pages";
import { pathIn } from "../provider-api";
import { anything, entity, listOf, type Paddle } from "./api";
import { CUSTOMERS, TRANSACTIONS } from "./open";
import { declineOf, type Transaction, takenBack, transaction } from "./shapes";

/** @throws OutcomeUnknown */
export async function fetchTransaction(paddle: Paddle, id: string, call: Call): Promise<Transaction> {
  const request = { path: pathIn(TRANSACTIONS, id), query: { include: "adjustments" } };
  return (await unlessRefused(paddle(entity(transaction), request, call))).data;
}

/** @throws OutcomeUnknown */
export async function ask(paddle: Paddle, reference: string, call: Call): Promise<PaymentStanding> {
  const found = await fetchTransaction(paddle, reference, call);
  const isDone = found.status === "completed";
  return {
    reports: isDone ? [{ type: "captured", ...found.fact }, ...takenBack(found)] : withoutMoney(found, call.now()),
    subscription: isDone ? (found.subscription_id ?? undefined) : undefined,
  };
}

/** A try with one of these fails before the buyer's eyes: for so long they may be about to make another one on the same page. */
const ON_THE_PAGE = ["card", "apple_pay", "google_pay", "paypal"];
const TRIED_AGAIN_WITHIN_MS = 30 * 60_000;
const COMING = ["authorized", "authorized_flagged", "pending_no_action_required", "captured"];

/** Of words that are not known here nothing is concluded but that it goes on. */
function withoutMoney({ status, payments: [last] }: Transaction, now: number): DriverReport[] {
  const declined = last?.status === "error" && ({ type: "declined", bucket: declineOf(last.error_code) } as const);
  if (status === "canceled") return [declined || { type: "abandoned" }];
  if (status !== "draft" && status !== "ready") return [{ type: "processing" }];
  if (last?.status === "action_required") return [{ type: "action_required" }];
  if (last !== undefined && COMING.includes(last.status)) return [{ type: "processing" }];
  const mayGoOn =
    ON_THE_PAGE.includes(last?.method_details.type ?? "") && now - (last?.created_at ?? 0) < TRIED_AGAIN_WITHIN_MS;
  return declined && !mayGoOn ? [declined] : [];
}

/** Paddle cancels what is ready to be paid, and nothing that a payment has begun for. @throws OutcomeUnknown | Refused */
export async function close(paddle: Paddle, reference: string, call: Call): Promise<"closed" | "paid"> {
  const found = await fetchTransaction(paddle, reference, call);
  if (found.status === "draft") await makeReady(paddle, found, call);
  const canceled = change(paddle, reference, { status: "canceled" }, call).then(() => "closed" as const);
  return onRefusal(canceled, async (refused) => {
    const standing = await ask(paddle, reference, call);
    if (standing.reports.length === 0) throw refused;
    return closedOrPaid(standing);
  });
}

const change = (paddle: Paddle, id: string, body: object, call: Call) =>
  paddle(entity(anything), { method: "PATCH", path: pathIn(TRANSACTIONS, id), body }, call);

/** What is missing is an address: any will do, as nothing is sold to it. Where there is none yet, one in a country without postal codes. */
async function makeReady(paddle: Paddle, { id, customer_id }: Transaction, call: Call): Promise<void> {
  if (!customer_id) throw new OutcomeUnknown("Paddle: a transaction without a customer cannot be closed");
  const path = pathIn(CUSTOMERS, customer_id, "addresses");
  const [known] = await everyItem(listOf(paddle, anything, path, {}, call));
  const made = known ?? (await paddle(entity(anything), { path, body: { country_code: "AE" } }, call)).data;
  await change(paddle, id, { address_id: made.id }, call);
}
