import assert from "node:assert/strict";
import { plans } from "~/upstream/contract/catalogue";
import { endLinks, type InvoiceOwner, invoiceList, invoiceOwner } from "~/upstream/contract/invoices";
import type { Check } from "../check";
import { ask, send, type Target } from "../client";
import { anyOpen, askAt, sendAt } from "../providers";
import { type PurchaseFields, purchaseFields } from "../purchases";
import { Unseen } from "../unseen";

/** A coupon of this name that takes all off lets the check buy for nothing. */
const ALL_OFF = "FREE100";

const SUBJECT = "a paid order's key";

interface FreeOrder {
  orderId: string;
  key: InvoiceOwner | undefined;
}

/** What one address can have for nothing: a plan with that coupon, and a trial that asks for no way to pay. */
export async function freeOrders(target: Target): Promise<FreeOrder[]> {
  const fields = await purchaseFields(target);
  const { plans: all } = await ask(target, plans);
  const trial = all.find(({ trial_price, trial_without_method }) => trial_price === 0 && trial_without_method);
  const wanted = [
    { ...fields, ...{ coupon_id: ALL_OFF }, amount: 0 },
    ...(trial ? [{ ...fields, plan_id: trial.id, amount: 0, currency: trial.currency }] : []),
  ];
  const had: FreeOrder[] = [];
  for (const body of wanted) had.push(...(await orderForNothing(target, body)));
  return had;
}

async function orderForNothing(target: Target, fields: PurchaseFields): Promise<FreeOrder[]> {
  const provider = await anyOpen(target);
  const answered = await sendAt(target, provider, fields);
  if (answered.status >= 300) return [];
  const { orderId } = provider.readOpened(answered.json);
  const { status, receipts } = await askAt(target, provider, orderId);
  return status === "success" ? [{ orderId, key: invoiceOwner.safeParse(receipts).data }] : [];
}

/** A paid order that cost nothing. */
export async function freeOrder(target: Target): Promise<FreeOrder> {
  const [first] = await freeOrders(target);
  if (!first) throw new Unseen(`nothing can be had for nothing: give the API a coupon ${ALL_OFF}`);
  return first;
}

/** The key of a paid order. */
export const keyOf = ({ key }: FreeOrder): InvoiceOwner => {
  if (key === undefined) throw new Unseen("a paid order's result has no `receipts`");
  return key;
};

/** The key of an order that cost nothing. */
const freeKey = async (target: Target): Promise<InvoiceOwner> => keyOf(await freeOrder(target));

export const receiptKeyChecks: readonly Check[] = [
  {
    name: `${SUBJECT}: is in its result`,
    weight: "nice",
    lost: "whoever has paid leaves without a way to the receipt: they have their e-mail only",
    run: async (target) => assert.ok((await freeOrder(target)).key, "not there"),
  },
  {
    name: `${SUBJECT}: be/list says that its scope is the order`,
    weight: "nice",
    lost: "no page can say whether a key opens one order or all that was bought with an address",
    run: async (target) => {
      const { scope } = await ask(target, invoiceList, { body: await freeKey(target) });
      assert.equal(scope, "order");
    },
  },
  {
    name: `${SUBJECT}: does not list what is bought with the same address later`,
    weight: "dangerous",
    lost: "whoever buys first with somebody's address reads what they buy later, cancels it and withdraws from it. `receipts` of a result opens its own order only",
    run: async (target) => {
      const [first, second] = await freeOrders(target);
      if (!first || !second)
        throw new Unseen(
          "an address cannot have two plans for nothing: pay two orders with one, and ask by the first's key",
        );
      const { invoices } = await ask(target, invoiceList, { body: keyOf(first) });
      const listed = invoices.map(({ order_id }) => order_id);
      assert.ok(!listed.includes(second.orderId), "the first order's key lists the second one's receipt");
    },
  },
];

/** Only of an API that has the call. */
export const orderKeyEndsNothing: Check = {
  name: "end_links: the key of an order ends nothing",
  weight: "dangerous",
  lost: "whoever buys with somebody's address locks them out of all their links. Refuse an order's key with 422",
  run: async (target) => {
    const body = await freeKey(target);
    const { status } = await send(target, endLinks, { body });
    if (status === 404) throw new Unseen("404: the API has no such call, or says so");
    assert.ok(status >= 400, "it was accepted");
    await ask(target, invoiceList, { body });
  },
};
