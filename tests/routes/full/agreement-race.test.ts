import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { changeEnv } from "../../env/changed-env";
import { forgetUpstream } from "../../mocks/forget-upstream";
import { upstream } from "../../mocks/server";
import { historiesOf, setUp } from "../../sandbox/buyer";
import { type Running, runningSandbox } from "../../sandbox/running-sandbox";
import { PAIRS, WAYS } from "../../sandbox/sale-kinds";
import { agreementIn, send, summaryIn } from "../agreements";
import { BUYER } from "../buying";
import { fieldsOf, page, shown } from "../site";

beforeAll(() => upstream.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  forgetUpstream();
});

async function selling(settings: Record<string, string>): Promise<Running> {
  const target = await runningSandbox();
  changeEnv({ apiBaseUrl: target.base });
  forgetUpstream();
  await setUp(target, settings);
  return target;
}

/** A form is shown, the catalogue changes, and the site, which does not know yet, sends the purchase. */
async function sentTooLate(
  before: Record<string, string>,
  after: Record<string, string>,
  path = "/payment/weekly?country=GB",
) {
  const target = await selling(before);
  const form = await page(path);
  await setUp(target, after);
  const again = await shown(send(form, BUYER, path));
  return { target, form, again };
}

it.each(PAIRS)(
  "%s that became %s while the form was sent is not sold: the API refuses it, and the form shows what is",
  async (before, after) => {
    const { target, form, again } = await sentTooLate(WAYS[before], WAYS[after]);
    expect(again.answer.status).toBe(422);
    expect(summaryIn(again)).not.toBe(summaryIn(form));
    expect(again.see.getByRole("alert").textContent).toMatch(/has changed/);
    expect(fieldsOf(again).get("email")).toBe(BUYER.email);
    expect(await historiesOf(target, BUYER.email)).toEqual([]);
    expect((await send(again, {}, "/payment/weekly?country=GB")).status).toBe(303);
    const [order, ...others] = await historiesOf(target, BUYER.email);
    expect([order?.attempts.length, others]).toEqual([1, []]);
  },
);

it("a free trial that was agreed at £4.49 a week is not sold at £6.74", async () => {
  const { target, again } = await sentTooLate(WAYS.free_trial, { ...WAYS.free_trial, price_percent: "150" });
  expect(again.see.getByRole("alert").textContent).toContain("What you’d be agreeing to has changed.");
  expect(agreementIn(again)).toContain("£6.74 every week");
  expect(await historiesOf(target, BUYER.email)).toEqual([]);
});

it.each(["US", "GB", "DE", "JP", "KR", "IN", "BR", "TR", "ID", "SA", "CH"])(
  "in %s every plan is sold as it is shown",
  async (country) => {
    const target = await selling({});
    for (const plan of ["weekly", "monthly", "yearly", "two-years"]) {
      const path = `/payment/${plan}?country=${country}`;
      const answer = await send(await page(path), { ...BUYER, email: `${plan}@example.com` }, path);
      expect([plan, answer.status]).toEqual([plan, 303]);
    }
    expect(await historiesOf(target, "weekly@example.com")).toHaveLength(1);
  },
);
