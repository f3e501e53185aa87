import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { changeEnv } from "../env/changed-env";
import { forgetUpstream } from "../mocks/forget-upstream";
import { upstream } from "../mocks/server";
import { historiesOf, setUp } from "../sandbox/buyer";
import { type Running, runningSandbox } from "../sandbox/running-sandbox";
import { BUYER } from "./buying";
import { fieldsOf, page, post, type Shown, shown } from "./site";

/** The settings under which the sandbox sells its weekly plan in each way. */
const WAYS = {
  once: { trial: "none", weekly_renews: "off" },
  subscription: { trial: "none" },
  paid_trial: { trial: "paid" },
  free_trial: { trial: "free" },
  trial_without_method: { trial: "free_without_card" },
} as const;
const KINDS = ["once", "subscription", "paid_trial", "free_trial", "trial_without_method"] as const;

beforeAll(() => upstream.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  forgetUpstream();
});

/** Sends a form after half a minute: who is asked for no way to pay shows that they are no robot by taking their time. */
function send(path: string, form: Shown, entered: Record<string, string> = {}): Promise<Response> {
  vi.setSystemTime(Date.now() + 30_000);
  return post(path, fieldsOf(form, entered));
}

async function selling(settings: Record<string, string>): Promise<Running> {
  const target = await runningSandbox();
  changeEnv({ apiBaseUrl: target.base });
  forgetUpstream();
  await setUp(target, settings);
  return target;
}

const summaryIn = ({ document }: Shown) => document.getElementById("quote")?.textContent ?? "";
const agreementIn = ({ document }: Shown) => document.getElementById("agreement")?.textContent ?? "";

/** A form is shown, the catalogue changes, and the site, which does not know yet, sends the purchase. */
async function sentTooLate(
  before: Record<string, string>,
  after: Record<string, string>,
  path = "/payment/weekly?country=GB",
) {
  const target = await selling(before);
  const form = await page(path);
  await setUp(target, after);
  const again = await shown(send(path, form, BUYER));
  return { target, form, again };
}

const PAIRS = KINDS.flatMap((before) =>
  KINDS.filter((other) => other !== before).map((after) => [before, after] as const),
);

it.each(PAIRS)(
  "%s that became %s while the form was sent is not sold: the API refuses it, and the form shows what is",
  async (before, after) => {
    const { target, form, again } = await sentTooLate(WAYS[before], WAYS[after]);
    expect(again.answer.status).toBe(422);
    expect(summaryIn(again)).not.toBe(summaryIn(form));
    expect(again.see.getByRole("alert").textContent).toMatch(/has changed/);
    expect(fieldsOf(again).get("email")).toBe(BUYER.email);
    expect(await historiesOf(target, BUYER.email)).toEqual([]);
    expect((await send("/payment/weekly?country=GB", again)).status).toBe(303);
    const [order, ...others] = await historiesOf(target, BUYER.email);
    expect([order?.attempts.length, others]).toEqual([1, []]);
  },
  30_000,
);

it("a free trial that was agreed at £4.49 a week is not sold at £6.74", async () => {
  const { target, again } = await sentTooLate(WAYS.free_trial, { ...WAYS.free_trial, price_percent: "150" });
  expect(again.see.getByRole("alert").textContent).toContain("What you’d be agreeing to has changed.");
  expect(agreementIn(again)).toContain("£6.74 every week");
  expect(await historiesOf(target, BUYER.email)).toEqual([]);
}, 30_000);

it.each(["US", "GB", "DE", "JP", "KR", "IN", "BR", "TR", "ID", "SA", "CH"])(
  "in %s every plan is sold as it is shown",
  async (country) => {
    const target = await selling({});
    for (const plan of ["weekly", "monthly", "yearly", "two-years"]) {
      const path = `/payment/${plan}?country=${country}`;
      const answer = await send(path, await page(path), { ...BUYER, email: `${plan}@example.com` });
      expect([plan, answer.status]).toEqual([plan, 303]);
    }
    expect(await historiesOf(target, "weekly@example.com")).toHaveLength(1);
  },
  30_000,
);
