import fc from "fast-check";
import { expect } from "vitest";
import { inSale } from "../../../payments/catalogue/sale";
import { refundOrder } from "../../../payments/orders/refund";
import { syncSubscription } from "../../../payments/subscriptions/ask-subscription";
import { DAY, HOUR, MINUTE, type Sale, type Shop } from "./shop";

/** What may happen to a subscription, here, at its provider, and between them. */
const STEPS = [
  "cancel",
  "resume",
  "refund",
  "charge",
  "fail",
  "give up",
  "cancel there",
  "ring",
  "settle",
  "an hour",
  "a day",
  "ten days",
  "to the end",
  "down",
  "deaf",
  "well",
  "late",
  "in time",
] as const;
type Step = (typeof STEPS)[number];

export const steps: fc.Arbitrary<Step[]> = fc.array(fc.constantFrom(...STEPS, "settle", "ring", "to the end", "well"), {
  minLength: 3,
  maxLength: 25,
});

/** What must be true of a subscription, from what was done to it alone. */
interface Model {
  /** Whether a further period may be charged. */
  isWanted: boolean;
  isRefunded: boolean;
  /** The renewals that were taken in, by whether they were kept. */
  kept: number;
  givenBack: number;
}

/** Lets a new subscription live through steps, and compares it with the model after each, and with the provider's books in the end. */
export async function walk(shop: Shop, wanted: readonly Step[]): Promise<void> {
  const sale = await shop.buy();
  const model: Model = { isWanted: true, isRefunded: false, kept: 0, givenBack: 0 };
  for (const step of wanted) {
    await take(shop, sale, model, step);
    await compareCharges(shop, sale, model);
  }
  await comeToRest(shop, sale, model);
  await compareBooks(shop, sale, model);
  await forget(shop, sale);
}

async function take(shop: Shop, sale: Sale, model: Model, step: Step): Promise<void> {
  const { provider } = shop;
  const { state } = provider.booked(sale.reference);
  switch (step) {
    case "cancel":
    case "resume":
      return ask(shop, sale, model, step);
    case "refund":
      await inSale(shop.context, (now) => refundOrder(now, sale.orderId));
      Object.assign(model, { isWanted: false, isRefunded: true });
      return;
    case "charge":
      if (state !== "ended") provider.charge(sale.reference);
      return;
    case "fail":
      if (state === "active") provider.fail(sale.reference);
      return;
    case "give up":
      return provider.end(sale.reference);
    case "cancel there":
      if (state === "active") Object.assign(provider.booked(sale.reference), { state: "ending", isCancelled: true });
      return;
    case "ring":
      await syncSubscription(shop.context, sale.reference);
      return;
    case "settle":
      return shop.settle();
    case "an hour":
      return shop.pass(HOUR);
    case "a day":
      return shop.pass(DAY);
    case "ten days":
      return shop.pass(10 * DAY);
    case "to the end":
      return shop.pass(Math.max(0, (await shop.subscription(sale)).ends_at - shop.context.now()));
    case "down":
    case "deaf":
    case "well":
      provider.mood = step;
      return;
    case "late":
    case "in time":
      provider.late = step === "late" ? 1 : 0;
  }
}

async function ask(shop: Shop, sale: Sale, model: Model, action: "cancel" | "resume"): Promise<void> {
  const { state: before } = await shop.subscription(sale);
  const answer = await shop.change(sale, action);
  if (action === "cancel") {
    expect(answer).toBe("answered");
    if (before !== "ended") model.isWanted = false;
    return;
  }
  const { state } = await shop.subscription(sale);
  if (before === "active" || before === "past_due") expect(answer).toBe("answered");
  if (answer === "answered" && before === "ending") {
    expect(["active", "past_due"]).toContain(state);
    model.isWanted = true;
  }
}

/** Renewals that were taken in by the last step are kept if they are wanted, else given back; then none is wanted any more. */
async function compareCharges(shop: Shop, sale: Sale, model: Model): Promise<void> {
  await noteFailedResume(shop, sale, model);
  const charges = await shop.charges(sale);
  const known = model.kept + model.givenBack;
  const fresh = charges.slice(known);
  const state = model.isWanted ? "kept" : "refunded";
  for (const charge of fresh) expect(charge).toBe(`${charge.split(" ")[0]} 11.99 ${state}`);
  if (model.isWanted) model.kept += fresh.length;
  else model.givenBack += fresh.length;
  const keptNow = charges.filter((charge) => charge.endsWith("kept")).length;
  expect(keptNow).toBe(model.isRefunded ? 0 : model.kept);
}

/** A provider that gave up brings nothing back: then it is as it was cancelled. */
async function noteFailedResume(shop: Shop, sale: Sale, model: Model): Promise<void> {
  const last = (await shop.orders(sale)).at(-1);
  if (last === "resume failed") model.isWanted = false;
}

async function comeToRest(shop: Shop, sale: Sale, model: Model): Promise<void> {
  Object.assign(shop.provider, { mood: "well", late: 0 });
  for (let round = 0; round < 6; round++) {
    shop.pass(HOUR + MINUTE);
    await syncSubscription(shop.context, sale.reference);
    await compareCharges(shop, sale, model);
    await shop.settle();
    await compareCharges(shop, sale, model);
  }
}

async function compareBooks(shop: Shop, sale: Sale, model: Model): Promise<void> {
  const booked = shop.provider.booked(sale.reference);
  const row = await shop.subscription(sale);
  expect(model.kept + model.givenBack).toBe(booked.renewals.length);
  expect((await shop.orders(sale)).filter((order) => order.endsWith("due"))).toEqual([]);
  const isPaid = row.ends_at > shop.context.now();
  if (!model.isWanted) {
    expect(["ending", "ended"]).toContain(booked.state);
    expect(row.state).toBe(isPaid ? "ending" : "ended");
  } else if (booked.state === "ending" || booked.state === "ended") expect(row.state).toBe(isPaid ? "ending" : "ended");
  else if (booked.state === "past_due") expect(row.state).toBe("past_due");
  else expect(isPaid ? ["active"] : ["active", "past_due"]).toContain(row.state);
  await compareTime(shop, sale, model);
}

/** The plan ends with the last renewal that was kept, and what was granted no later than the days of grace after it. */
async function compareTime(shop: Shop, sale: Sale, model: Model): Promise<void> {
  const row = await shop.subscription(sale);
  const granted = await shop.grantEnd(sale);
  const now = shop.context.now();
  if (model.isRefunded) return expect(granted).toBeLessThanOrEqual(now);
  const inGrace = row.state === "active" || row.state === "past_due";
  expect(granted).toBeGreaterThanOrEqual(row.ends_at);
  expect(granted).toBeLessThanOrEqual(row.ends_at + (inGrace ? 3 * DAY : 0));
}

/** Later walks in the same shop do not ask about it. */
async function forget({ context }: Shop, { orderId }: Sale): Promise<void> {
  await context.db
    .updateTable("subscriptions")
    .set({ state: "withdrawn", next_sync_at: null, rung: 0 })
    .where("order_id", "=", orderId)
    .execute();
}
