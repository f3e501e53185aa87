import { z } from "zod";
import type { PlanPeriod } from "~/upstream/contract/values/plan-period";
import type { Call, OpenedPayment, Opening } from "../driver";
import { onRefusal, unlessRefused } from "../errors";
import { shortText } from "../page-texts";
import { everyItem } from "../pages";
import { firstPeriod } from "../periods";
import { anything, entity, listOf, type Paddle } from "./api";
import { type Transaction, toPaddle, transaction } from "./shapes";

export const TRANSACTIONS = "/transactions";
export const CUSTOMERS = "/customers";
/** Paddle's clock may be behind ours. */
const CLOCKS_MS = 600_000;
/** A transaction has no end of its own: the order's is followed by a time in which it is closed. */
const ENDED_WITHIN_MS = 3 * 86_400_000;

const frequency = ({ interval, interval_count }: PlanPeriod) => ({ interval, frequency: interval_count });

/** A price outside Paddle's catalogue. Tax is in it, as it was shown to the buyer. */
function itemOf(opening: Opening, amount: number, renews: object = {}) {
  const { currency } = opening.price;
  const name = shortText(opening.title, 150);
  const unit_price = { amount: String(toPaddle({ amount, currency })), currency_code: currency };
  const product = { name, tax_category: "saas" };
  const quantity = { minimum: 1, maximum: 1 };
  return {
    quantity: 1,
    price: { description: opening.planId, name, unit_price, tax_mode: "internal", quantity, product, ...renews },
  };
}

/** What costs less at first, or lasts another time, is a trial, which is paid by an item of its own. @throws Refused */
function itemsOf(opening: Opening): object[] {
  const { price, period, renewal } = opening;
  if (renewal === undefined) return [itemOf(opening, price.amount)];
  const billing_cycle = frequency(renewal);
  if (firstPeriod(opening, renewal) === "same") return [itemOf(opening, renewal.amount, { billing_cycle })];
  const later = itemOf(opening, renewal.amount, { billing_cycle, trial_period: frequency(period) });
  return price.amount === 0 ? [later] : [later, itemOf(opening, price.amount)];
}

/** @throws OutcomeUnknown | Refused */
export async function open(paddle: Paddle, opening: Opening, page: string, call: Call) {
  const { attemptId, orderId, returnUrl, cancelUrl, price } = opening;
  const items = itemsOf(opening);
  // The page with Paddle.js finds in the data where the buyer goes afterwards.
  const custom_data = { attempt: attemptId, order: orderId, return_url: returnUrl, cancel_url: cancelUrl };
  const customer_id = (await customerBy(paddle, opening, call)) ?? (await makeCustomer(paddle, opening, call));
  const where = isHosted(page) ? {} : { checkout: { url: page } };
  const rest = { currency_code: price.currency, collection_mode: "automatic", custom_data, ...where };
  const body = { items, customer_id, ...rest };
  return openedOf((await paddle(entity(transaction), { path: TRANSACTIONS, body }, call)).data, opening, page);
}

/** With a customer the buyer need not write the address again, and what nobody pays can be closed. */
async function customerBy(paddle: Paddle, { email }: Opening, call: Call): Promise<string | undefined> {
  const { data } = await paddle(entity(z.array(anything)), { path: CUSTOMERS, query: { email } }, call);
  return data[0]?.id;
}

/** Another attempt may have made the same one meanwhile. */
async function makeCustomer(paddle: Paddle, opening: Opening, call: Call): Promise<string> {
  const request = { path: CUSTOMERS, body: { email: opening.email } };
  const made = paddle(entity(anything), request, call).then(({ data }) => data.id);
  return onRefusal(made, async (refused) => {
    const found = refused.status === 409 ? await customerBy(paddle, opening, call) : undefined;
    if (found === undefined) throw refused;
    return found;
  });
}

const isHosted = (page: string): boolean => new URL(page).pathname.includes("/hsc_");

/** The merchant's page is named when the transaction is made: Paddle answers with its address. */
function openedOf(found: Transaction, { expiresAt }: Opening, page: string): OpenedPayment {
  const { id, status, checkout } = found;
  const isPayable = status === "draft" || status === "ready";
  const payAt = isHosted(page) ? `${page}?transaction_id=${encodeURIComponent(id)}` : (checkout?.url ?? undefined);
  return { reference: id, payAt: isPayable ? payAt : undefined, expiresAt: expiresAt + ENDED_WITHIN_MS };
}

/**
 * Paddle has no keys, and no filter by our own data: what the buyer's customer has had since the attempt was made is read. One that appears
 * later still has an id that nobody was told, so that nobody can pay it.
 */
export async function find(paddle: Paddle, opening: Opening, page: string, call: Call) {
  const customer_id = await unlessRefused(customerBy(paddle, opening, call));
  if (customer_id === undefined) return undefined;
  const GTE = new Date(opening.madeAt - CLOCKS_MS).toISOString();
  const asked = { customer_id, origin: "api", created_at: { GTE } };
  const all = await everyItem(listOf(paddle, transaction, TRANSACTIONS, asked, call));
  const found = all.find(({ custom_data }) => custom_data?.attempt === opening.attemptId);
  return found && openedOf(found, opening, page);
}
