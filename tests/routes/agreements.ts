import { expect, vi } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { purchaseBody } from "~/upstream/contract/purchase-result";
import { makePlan, makePrice } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import type { Kind } from "../sandbox/sale-kinds";
import { BUYER } from "./buying";
import { fieldsOf, page, post, type Shown, shown } from "./site";

type Plan = Parameters<typeof makePlan>[0];
type Price = Parameters<typeof makePrice>[0];

export const TRIAL = { trial_price: 1.99, trial_days: 3 };
export const FREE = { trial_price: 0, trial_days: 3 };

/** The same plan as it may be sold. */
const SOLD = {
  once: { renews: false },
  subscription: {},
  paid_trial: TRIAL,
  free_trial: FREE,
  trial_without_method: { ...FREE, trial_without_method: true },
} as const satisfies Record<Kind, Plan>;

export const CHANGED = "What you’d be agreeing to has changed.";

export function sell(plan: Plan, price: Price = {}): void {
  forgetUpstream();
  upstream.use(
    answering(endpoints.plans, { plans: [makePlan(plan)] }),
    answering(endpoints.prices, { products: [makePrice(price)] }),
  );
}

/** The purchase calls of a test, from its begin. */
export let sent: unknown[] = [];

/** For `beforeEach`. */
export function watchPurchases(): () => void {
  sent = [];
  vi.useFakeTimers({ toFake: ["Date"] });
  upstream.events.on("request:start", async ({ request }) => {
    if (request.url.endsWith("/so/purchase")) sent.push(await request.clone().json());
  });
  return () => {
    vi.useRealTimers();
    upstream.events.removeAllListeners();
  };
}

/** Sends a form after half a minute: who is asked for no way to pay shows that they are no robot by taking their time. */
export function send(form: Shown, entered: Record<string, string> = {}, path = "/payment/year"): Promise<Response> {
  vi.setSystemTime(Date.now() + 30_000);
  return post(path, fieldsOf(form, entered));
}

export const summaryIn = ({ document }: Shown) => document.getElementById("quote")?.textContent ?? "";
export const agreementIn = ({ document }: Shown) => document.getElementById("agreement")?.textContent ?? "";

/** What the payments API was told that the buyer agreed to. */
export const agreed = () => purchaseBody.parse(sent[0]).agreement;

const isRenewingTrial = (kind: Kind): boolean => kind === "paid_trial" || kind === "free_trial";

/** A form that showed one kind of sale comes back where another is sold by now, with its entries, and sells what it shows then. */
export async function changeWhileOpen(before: Kind, after: Kind): Promise<void> {
  sell(SOLD[before]);
  const form = await page("/payment/year");
  sell(SOLD[after]);
  const again = await shown(send(form, BUYER));
  expect([again.answer.status, sent]).toEqual([422, []]);
  const isOnlyPrice = isRenewingTrial(before) && isRenewingTrial(after);
  expect(again.see.getByRole("alert").textContent).toContain(isOnlyPrice ? "The price has changed" : CHANGED);
  expect(summaryIn(again)).not.toBe(summaryIn(form));
  expect(fieldsOf(again).get("email")).toBe(BUYER.email);
  expect((await send(again)).status).toBe(303);
  expect(agreed()).toMatchObject({ sale: after, text: agreementIn(again) });
}
