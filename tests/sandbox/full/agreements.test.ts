import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import type { Agreement, SoldTerms } from "~/upstream/contract/agreement";
import { soPurchase } from "~/upstream/contract/purchase-calls";
import type { Target } from "../../../tools/contract/client";
import { newKey, purchase, refused, withKey } from "../../../tools/contract/purchases";
import { chargesOf, choose, formOf, historiesOf, order, setUp } from "../buyer";
import { runningSandbox } from "../running-sandbox";
import { PAIRS, WAYS } from "../sale-kinds";

const endpoint = soPurchase;
const TEXT = "Mit dem Klick bestellst du ein Abo.";
const WORDS = { text: TEXT, text_hash: createHash("sha256").update(TEXT).digest("hex") };

async function selling(settings: Record<string, string>) {
  const target = await runningSandbox();
  await setUp(target, settings);
  return target;
}

/** A purchase of the weekly plan that is agreed with what is on sale, as the sandbox tells it. */
async function agreedPurchase(target: Target, more: object = {}) {
  const form = await formOf(target, { plan_id: "weekly", language: "de", terms_version: "2026-11", ...more });
  const nothing: Agreement = { sale: "once", length: { interval: "day", interval_count: 99 }, ...WORDS };
  const sent = withKey({ ...form, agreement: nothing });
  const { price, agreement: terms } = await refused(target, { endpoint, sent }, 409, "price_changed");
  if (price === undefined || terms === undefined) throw new Error("the refusal does not say what is sold");
  return { ...form, ...price, agreement: { ...terms, ...WORDS } };
}

it.each(PAIRS)(
  "a plan that was agreed to as %s and is sold as %s by now is refused with that, and nothing is charged",
  async (before, after) => {
    const target = await selling(WAYS[before]);
    const agreed = await agreedPurchase(target);
    expect(agreed.agreement.sale).toBe(before);
    await setUp(target, WAYS[after]);
    const refusal = await refused(target, { endpoint, sent: withKey(agreed) }, 409, "price_changed");
    expect(refusal.agreement?.sale).toBe(after);
    expect(await historiesOf(target, agreed.email)).toEqual([]);
    await purchase(target, { ...agreed, ...refusal.price, agreement: { ...refusal.agreement, ...WORDS } });
  },
);

type Change = (agreed: SoldTerms) => SoldTerms;
const renewing =
  (changes: Partial<NonNullable<SoldTerms["renewal"]>>): Change =>
  (agreed) => ({ ...agreed, renewal: agreed.renewal && { ...agreed.renewal, ...changes } });

it.each<[string, Change]>([
  ["kind of sale", (agreed) => ({ ...agreed, sale: "subscription" })],
  ["length", (agreed) => ({ ...agreed, length: { interval: "day", interval_count: 7 } })],
  ["unit of its length", (agreed) => ({ ...agreed, length: { interval: "week", interval_count: 3 } })],
  ["renewal", (agreed) => ({ ...agreed, renewal: undefined })],
  ["renewal's amount", renewing({ amount: 4.48 })],
  ["renewal's period", renewing({ interval_count: 2 })],
  ["unit of the renewal's period", renewing({ interval: "month" })],
  ["first day of renewal", renewing({ first_on: "2999-01-01" })],
  ["tax", (agreed) => ({ ...agreed, tax: { amount: 0.5, included: true } })],
])("where only the %s is another one, it is refused", async (_, change) => {
  const target = await runningSandbox();
  const agreed = await agreedPurchase(target, { country_code: "GB" });
  const sent = withKey({ ...agreed, agreement: { ...agreed.agreement, ...change(agreed.agreement), ...WORDS } });
  const { agreement: now } = await refused(target, { endpoint, sent }, 409, "price_changed");
  expect({ ...now, ...WORDS }).toEqual(agreed.agreement);
  expect(now).toMatchObject({ sale: "paid_trial", renewal: { amount: 4.49 }, tax: { amount: 0.15, included: true } });
});

it("what only began to be read a day ago, or says nothing of the tax, is sold as it was agreed", async () => {
  const target = await runningSandbox();
  const agreed = await agreedPurchase(target, { country_code: "GB" });
  target.pass(86_400);
  await purchase(target, { ...agreed, agreement: { ...agreed.agreement, tax: undefined } });
});

it("the prices that were raised are not what a free trial is agreed with", async () => {
  const target = await selling(WAYS.free_trial);
  const agreed = await agreedPurchase(target);
  await setUp(target, { ...WAYS.free_trial, price_percent: "150" });
  const refusal = await refused(target, { endpoint, sent: withKey(agreed) }, 409, "price_changed");
  expect(refusal).toMatchObject({ price: { amount: 0 }, agreement: { sale: "free_trial", renewal: { amount: 7.49 } } });
});

it("whoever has used the trial is told so where they agreed to it, with what is sold to them", async () => {
  const target = await selling(WAYS.free_trial);
  const agreed = await agreedPurchase(target);
  const first = await order(target, agreed);
  await choose(first.page, "approve");
  expect(await chargesOf(target, agreed.email)).toEqual(["kept"]);
  const refusal = await refused(target, { endpoint, sent: withKey(agreed) }, 422, "trial_used");
  expect(refusal).toMatchObject({ price: { amount: 4.99 }, agreement: { sale: "subscription" } });
});

it("the same key with another agreement is another purchase", async () => {
  const target = await runningSandbox();
  const agreed = await agreedPurchase(target);
  const key = newKey();
  const first = await purchase(target, agreed, key);
  const { text, ...hashed } = agreed.agreement;
  expect(await purchase(target, { ...agreed, agreement: hashed }, key)).toEqual(first);
  const other = { ...agreed, agreement: { ...hashed, text_hash: "0".repeat(64) } };
  await refused(target, { endpoint, sent: withKey(other, key) }, 409, "idempotency_conflict");
});

it("the order says what was agreed to, in which words, and when", async () => {
  const target = await runningSandbox();
  const { orderId } = await order(target, await agreedPurchase(target));
  const shown = await (await fetch(`${target.base}/control/orders/${orderId}`)).text();
  expect(shown).toContain(`<blockquote lang="de" dir="auto">${TEXT}</blockquote>`);
  expect(shown).toContain("<dt>Sold as</dt><dd>paid trial</dd>");
  expect(shown).toMatch(/<dt>Then<\/dt><dd>4\.99 USD every 1 week from \d{4}-\d\d-\d\d<\/dd>/);
  expect(shown).toContain(WORDS.text_hash);
});

it("an order of a purchase that says nothing of it is opened, and says so", async () => {
  const target = await runningSandbox();
  const { orderId } = await order(target);
  const shown = await (await fetch(`${target.base}/control/orders/${orderId}`)).text();
  expect(shown).toContain("Nothing is known of what was agreed to.");
});
