import assert from "node:assert/strict";
import { plans } from "~/upstream/contract/catalogue";
import { endLinks, type InvoiceOwner, invoiceList, invoiceOwner } from "~/upstream/contract/invoices";
import { soPurchase, soPurchaseResult } from "~/upstream/contract/purchase-calls";
import { type Check, Unseen } from "./check";
import { ask, read, send, type Target } from "./client";
import { purchaseFields, withKey } from "./purchases";

/** A coupon of this name that takes all off lets the check buy for nothing. */
const ALL_OFF = "FREE100";

const SUBJECT = "a paid order's key";

interface FreeOrder {
  orderId: string;
  key: InvoiceOwner | undefined;
}

/** What one address can have for nothing: a plan with that coupon, and a trial that asks for no way to pay. */
async function freeOrders(target: Target): Promise<FreeOrder[]> {
  const fields = await purchaseFields(target);
  const { plans: all } = await ask(target, plans);
  const trial = all.find(({ trial_price, trial_without_method }) => trial_price === 0 && trial_without_method);
  const wanted = [
    { ...fields, coupon_id: ALL_OFF, amount: 0 },
    ...(trial ? [{ ...fields, plan_id: trial.id, amount: 0, currency: trial.currency }] : []),
  ];
  const had: FreeOrder[] = [];
  for (const body of wanted) had.push(...(await orderForNothing(target, body)));
  return had;
}

async function orderForNothing(target: Target, body: object): Promise<FreeOrder[]> {
  const answered = await send(target, soPurchase, withKey(body));
  if (answered.status >= 300) return [];
  const { order_id: orderId } = read(soPurchase, answered);
  const { status, receipts } = await ask(target, soPurchaseResult, { body: { order_id: orderId } });
  return status === "success" ? [{ orderId, key: invoiceOwner.safeParse(receipts).data }] : [];
}

/** The key of an order that cost nothing. */
async function freeKey(target: Target): Promise<InvoiceOwner> {
  const [first] = await freeOrders(target);
  if (!first) throw new Unseen(`nothing can be had for nothing: give the API a coupon ${ALL_OFF}`);
  assert.ok(first.key, "a result without `receipts`");
  return first.key;
}

export const receiptKeyChecks: Check[] = [
  {
    name: `${SUBJECT}: is in its result`,
    lost: "whoever has paid leaves without a way to the receipt: they have their e-mail only",
    run: async (target) => {
      await freeKey(target);
    },
  },
  {
    name: `${SUBJECT}: be/list says that its scope is the order`,
    lost: "no page can say whether a key opens one order or all that was bought with an address",
    run: async (target) => {
      const { scope } = await ask(target, invoiceList, { body: await freeKey(target) });
      assert.equal(scope, "order");
    },
  },
  {
    name: `${SUBJECT}: does not list what is bought with the same address later`,
    lost: "DANGEROUS: whoever buys first with somebody's address reads what they buy later, cancels it and withdraws from it",
    run: async (target) => {
      const [first, second] = await freeOrders(target);
      if (!first || !second)
        throw new Unseen(
          "an address cannot have two plans for nothing: pay two orders with one, and ask by the first's key",
        );
      assert.ok(first.key, "a result without `receipts`");
      const { invoices } = await ask(target, invoiceList, { body: first.key });
      const listed = invoices.map(({ order_id }) => order_id);
      assert.ok(!listed.includes(second.orderId), "the first order's key lists the second one's receipt");
    },
  },
];

/** Only of an API that has the call. */
export const orderKeyEndsNothing: Check = {
  name: "the key of an order ends nothing",
  run: async (target) => {
    const body = await freeKey(target);
    const { status } = await send(target, endLinks, { body });
    assert.ok(status >= 400, "whoever buys with somebody's address locks them out");
    await ask(target, invoiceList, { body });
  },
};
