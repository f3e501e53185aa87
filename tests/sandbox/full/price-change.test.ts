import { describe, expect, it } from "vitest";
import { plans, prices } from "~/upstream/contract/catalogue";
import { invoiceList } from "~/upstream/contract/invoices";
import { soPurchase } from "~/upstream/contract/purchase-calls";
import { ask, type Target } from "../../../tools/contract/client";
import { newKey, purchaseFields, refused, withKey } from "../../../tools/contract/purchases";
import { setUp } from "../buyer";
import { paidOrder } from "../paid";
import { secondsOf } from "../period-length";
import { runningSandbox } from "../running-sandbox";
import { only, subscriber } from "../subscriber";

const priceOf = async (target: Target, id: string) =>
  (await ask(target, plans)).plans.find((plan) => plan.id === id)?.price_discount_amount;

async function localPriceOf(target: Target, id: string, country: string) {
  const { plans: all } = await ask(target, plans);
  const product_ids = all.find((plan) => plan.id === id)?.product_id ?? "";
  const { products } = await ask(target, prices, { query: { product_ids, customer_country: country } });
  return products[0]?.subscription.price.gross;
}

describe("prices that the control page has changed", () => {
  it("are everybody's at once, in every country, and go back", async () => {
    const target = await runningSandbox();
    expect([await priceOf(target, "monthly"), await localPriceOf(target, "monthly", "DE")]).toEqual([11.99, 11.99]);
    await setUp(target, { price_percent: "150" });
    expect([await priceOf(target, "monthly"), await localPriceOf(target, "monthly", "DE")]).toEqual([17.99, 17.99]);
    expect(await localPriceOf(target, "monthly", "JP")).toBe(2701);
    await setUp(target, { price_percent: "100" });
    expect([await priceOf(target, "monthly"), await localPriceOf(target, "monthly", "DE")]).toEqual([11.99, 11.99]);
  });

  it("are not charged to whoever was shown the old ones", async () => {
    const target = await runningSandbox();
    const fields = await purchaseFields(target);
    await setUp(target, { price_percent: "150" });
    const sent = withKey(fields, newKey());
    const { price } = await refused(target, { endpoint: soPurchase, sent }, 409, "price_changed");
    expect(price?.amount).toBeGreaterThan(fields.amount);
  });

  it("stand on the receipts of renewals, too, for whoever agreed to them", async () => {
    const target = await runningSandbox();
    await setUp(target, { price_percent: "150" });
    const owner = await subscriber(target);
    await setUp(target, { price_percent: "100" });
    target.pass(secondsOf());
    await only(target, owner);
    const { invoices } = await ask(target, invoiceList, { body: owner.receipts });
    expect(invoices[0]).toMatchObject({ description: expect.stringContaining("renewal"), amount: 17.99 });
    expect(invoices[0]?.lines).toEqual([
      { kind: "plan", amount: 17.99 },
      { kind: "dueToday", amount: 17.99 },
    ]);
  });

  it("stand on the receipt, whose lines add up", async () => {
    const target = await runningSandbox();
    await setUp(target, { price_percent: "150" });
    const { receipts } = await paidOrder(target);
    await setUp(target, { price_percent: "100" });
    const { invoices } = await ask(target, invoiceList, { body: receipts });
    const [invoice] = invoices;
    const lines = invoice?.lines ?? [];
    const due = lines.find(({ kind }) => kind === "dueToday")?.amount;
    const before = lines.filter(({ kind }) => kind !== "dueToday" && kind !== "tax");
    expect(due).toBe(invoice?.amount);
    expect(before.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(due ?? 0, 6);
    expect(lines.map(({ kind }) => kind)).not.toContain("deduction");
  });
});
