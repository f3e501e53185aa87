import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { purchaseBody } from "~/upstream/contract/purchase-result";
import { makePlan, makePrice, makeSoOrder } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { BUYER } from "./buying";
import { fieldsOf, page, post, type Shown, shown } from "./site";

type Plan = Parameters<typeof makePlan>[0];
type Price = Parameters<typeof makePrice>[0];

const TRIAL = { trial_price: 1.99, trial_days: 3 };
const FREE = { trial_price: 0, trial_days: 3 };

/** The same plan as it may be sold. */
const SOLD = {
  once: { renews: false },
  subscription: {},
  paid_trial: TRIAL,
  free_trial: FREE,
  trial_without_method: { ...FREE, trial_without_method: true },
} as const satisfies Record<string, Plan>;
const KINDS = ["once", "subscription", "paid_trial", "free_trial", "trial_without_method"] as const;

const CHANGED = "What you’d be agreeing to has changed.";

function sell(plan: Plan, price: Price = {}): void {
  forgetUpstream();
  upstream.use(
    answering(endpoints.plans, { plans: [makePlan(plan)] }),
    answering(endpoints.prices, { products: [makePrice(price)] }),
  );
}

let sent: unknown[] = [];
beforeEach(() => {
  sent = [];
  vi.useFakeTimers({ toFake: ["Date"] });
  upstream.use(answering(endpoints.soPurchase, makeSoOrder()));
});
afterEach(() => vi.useRealTimers());
beforeAll(() => {
  upstream.events.on("request:start", async ({ request }) => {
    if (request.url.endsWith("/so/purchase")) sent.push(await request.clone().json());
  });
});

/** Sends a form after half a minute: who is asked for no way to pay shows that they are no robot by taking their time. */
function send(form: Shown, entered: Record<string, string> = {}, path = "/payment/year"): Promise<Response> {
  vi.setSystemTime(Date.now() + 30_000);
  return post(path, fieldsOf(form, entered));
}

afterAll(() => {
  upstream.events.removeAllListeners();
});

const summaryIn = ({ document }: Shown) => document.getElementById("quote")?.textContent ?? "";
const agreementIn = ({ document }: Shown) => document.getElementById("agreement")?.textContent ?? "";

/** What the payments API was told that the buyer agreed to. */
const agreed = () => purchaseBody.parse(sent[0]).agreement;

const PAIRS = KINDS.flatMap((before) =>
  KINDS.filter((other) => other !== before).map((after) => [before, after] as const),
);

const isRenewingTrial = (kind: string): boolean => kind === "paid_trial" || kind === "free_trial";

it.each(PAIRS)(
  "a form that showed %s, where %s is sold by now, comes back with its entries, and sells what it shows then",
  async (before, after) => {
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
  },
);

const inEuros = (gross: number, tax: number): Price => ({ subscription: { price: { gross, tax } } });

it.each<[string, Plan, Price, Plan, Price, string]>([
  ["today's price", {}, {}, {}, inEuros(64.99, 9.54), "from €54.99 to €64.99"],
  ["price after a trial", TRIAL, {}, { ...TRIAL, trial_price: 1.68 }, inEuros(64.99, 9.54), CHANGED],
  ["price after a free trial", FREE, {}, FREE, inEuros(64.99, 9.54), CHANGED],
  ["length of the trial", TRIAL, {}, { ...TRIAL, trial_days: 7 }, {}, CHANGED],
  ["length", { renews: false }, {}, { renews: false, interval_count: 2 }, {}, CHANGED],
  ["period of renewal", {}, {}, { interval: "month" }, {}, CHANGED],
  ["count of renewal", TRIAL, {}, { ...TRIAL, interval_count: 2 }, {}, CHANGED],
  ["tax", {}, {}, {}, inEuros(54.99, 8.54), CHANGED],
  ["currency", {}, {}, {}, { currency: "USD" }, "from €54.99 to $54.99"],
])("another %s brings the form back, with what has changed", async (_, before, price, after, newPrice, words) => {
  sell(before, price);
  const form = await page("/payment/year");
  sell(after, newPrice);
  const again = await shown(send(form, BUYER));
  expect([again.answer.status, sent]).toEqual([422, []]);
  expect(again.see.getByRole("alert").textContent).toContain(words);
  expect((await send(again)).status).toBe(303);
});

it("where only the price is another one, nothing else is said to have changed", async () => {
  sell({});
  const form = await page("/payment/year");
  sell({}, inEuros(64.99, 11.28));
  const again = await shown(send(form, BUYER));
  expect(again.see.getByRole("alert").textContent).not.toContain(CHANGED);
});

it("the price and the kind of sale are told both where both are others", async () => {
  sell(TRIAL);
  const form = await page("/payment/year");
  sell({});
  const again = await shown(send(form, BUYER));
  expect(again.see.getByRole("alert").textContent).toContain("from €1.82 to €54.99");
  expect(again.see.getByRole("alert").textContent).toContain(CHANGED);
});

it.each(["", "/de", "/ja", "/ar"])(
  "the payments API gets the words that stood at the button, with their hash (%s)",
  async (lang) => {
    sell(TRIAL);
    const form = await page(`${lang}/payment/year`);
    await send(form, BUYER, `${lang}/payment/year`);
    const text = agreementIn(form);
    const text_hash = createHash("sha256").update(Buffer.from(text, "utf8")).digest("hex");
    expect(agreed()).toEqual({
      sale: "paid_trial",
      length: { interval: "day", interval_count: 3 },
      renewal: {
        amount: 54.99,
        interval: "year",
        interval_count: 1,
        first_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
      tax: { amount: 0.32, included: true },
      text,
      text_hash,
    });
  },
);

it("the same form sent twice says the same", async () => {
  sell({});
  const form = await page("/payment/year");
  await send(form, BUYER);
  const { forgetPurchases } = await import("~/orders/purchase.server");
  forgetPurchases();
  await send(form, BUYER);
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
});
