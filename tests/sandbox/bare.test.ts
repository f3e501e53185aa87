import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { env } from "~/env.server";
import { pd } from "~/providers/pd.server";
import { loadGeo, loadPaymentParams, loadPlans, loadPrices } from "~/upstream/catalogue.server";
import { call, callForAnybody } from "~/upstream/client/client.server";
import { PROVIDERS } from "~/upstream/contract/catalogue";
import { endpoints } from "~/upstream/contract/endpoints";
import {
  pdPrepurchase,
  psPurchase,
  rbCreateSubscription,
  rbSubscriptionStatus,
  rzPurchase,
  soPurchase,
  soPurchaseResult,
} from "~/upstream/contract/purchase-calls";
import { listInvoices } from "~/upstream/invoices.server";
import { bareRefusal } from "../../sandbox/bare/bare-answers";
import { SANDBOX_CATALOGUE } from "../../sandbox/catalogue";
import { send } from "../../tools/contract/client";
import { makeSoPurchase } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { upstream } from "../mocks/server";
import { sample } from "../setup/effort";
import { caught } from "../upstream/caught";
import { choose, setUp } from "./buyer";
import { setFaults } from "./fault-lab";
import { readLedger } from "./ledger";
import { runningSandbox } from "./running-sandbox";

const caller = { requestId: "req-1", appType: 502, visitorIp: "192.0.2.7" };
const SEEDS = sample(
  Array.from({ length: 12 }, (_, at) => at + 1),
  1,
);

// The site's own client, over the wire.
beforeAll(() => upstream.close());
beforeEach(forgetUpstream);
afterEach(forgetUpstream);

/** A backend without our inventions, which the site's client calls. */
async function bareBackend(seed: number) {
  const { base, sandbox } = await runningSandbox({ bareSeed: seed });
  const usual = env().apiBaseUrl;
  env().apiBaseUrl = base;
  onTestFinished(() => {
    env().apiBaseUrl = usual;
  });
  return { base, sandbox };
}

const email = () => `bare-${crypto.randomUUID()}@example.com`;
const key = () => ({ idempotencyKey: crypto.randomUUID() });

function purchaseFields() {
  const { cancel_url, return_url, ...body } = makeSoPurchase({ plan_id: "yearly", amount: 47.88, email: email() });
  return { ...body, return_url, cancel_url };
}

it.each(SEEDS)("seed %i: every plan is on sale for its length, and every provider on offer", async (seed) => {
  await bareBackend(seed);
  const plans = await loadPlans(caller);
  expect(
    plans.map((plan) => [plan.id, plan.price_discount_amount, plan.currency, plan.interval, plan.interval_count]),
  ).toEqual(
    SANDBOX_CATALOGUE.plans.map((plan) => [
      plan.id,
      plan.price_discount_amount,
      plan.currency,
      plan.interval,
      plan.interval_count,
    ]),
  );
  const products = await loadPrices(
    plans.map(({ product_id }) => product_id),
    "GB",
    caller,
  );
  const gross = [...products].map(([productId, price]) => [productId, price.gross]);
  expect(Object.fromEntries(gross)).toEqual({ weekly: 4.49, monthly: 10.99, yearly: 42.99, "two-years": 63.99 });
  expect((await loadPaymentParams(caller, { isCj: false })).providers).toEqual(expect.arrayContaining([...PROVIDERS]));
  expect(await loadGeo(caller)).toMatchObject({ country: "United Kingdom", country_code: "GB" });
});

it.each(SEEDS)("seed %i: a purchase names an order and where to pay, and is paid once it is", async (seed) => {
  await bareBackend(seed);
  const { order_id, web_url } = await call(soPurchase, { body: purchaseFields() }, caller, key());
  expect(await callForAnybody(soPurchaseResult, { body: { order_id } }, caller)).toMatchObject({
    status: "pending",
    money_taken: "unknown",
  });
  await choose(web_url ?? "nowhere", "approve");
  const paid = await callForAnybody(soPurchaseResult, { body: { order_id } }, caller);
  expect(paid).toMatchObject({ status: "success", money_taken: "yes", order_state: "done" });
  expect([paid.receipts, paid.vip, paid.amount, paid.plan_id]).toEqual([undefined, undefined, undefined, undefined]);
});

it.each(SEEDS)("seed %i: every provider opens an order with an address", async (seed) => {
  await bareBackend(seed);
  const { return_url, cancel_url, ...body } = purchaseFields();
  const back = { callback_url: return_url, cancel_url };
  const proven = { product_id: "yearly", recasign: "nojs.proof" };
  const opened = [
    (await call(pdPrepurchase, { body: { ...body, return_url } }, caller, key())).pay_link,
    (await call(psPurchase, { body: { ...body, return_url, cancel_url } }, caller, key())).redirect_url,
    (await call(rzPurchase, { body: { ...body, ...back } }, caller, key())).checkout_url,
    (await call(rbCreateSubscription, { body: { ...body, ...proven, return_url } }, caller, key())).redirect_url,
  ];
  expect(opened.map((at) => at !== undefined && URL.canParse(at))).toEqual([true, true, true, true]);
});

it.each(["free", "free_without_card"])(
  "a trial that is %s is paid for at an address, at every provider, again and again",
  async (trial) => {
    const { base } = await bareBackend(1);
    await setUp({ base, site: "" }, { trial });
    const { return_url, cancel_url, ...fields } = { ...purchaseFields(), plan_id: "weekly", amount: 0 };
    const back = { callback_url: return_url, cancel_url };
    const proven = { product_id: "weekly", recasign: "nojs.proof" };
    const open = [
      async () => (await call(soPurchase, { body: { ...fields, return_url, cancel_url } }, caller, key())).web_url,
      async () => (await call(pdPrepurchase, { body: { ...fields, return_url } }, caller, key())).pay_link,
      async () => (await call(psPurchase, { body: { ...fields, return_url, cancel_url } }, caller, key())).redirect_url,
      async () => (await call(rzPurchase, { body: { ...fields, ...back } }, caller, key())).checkout_url,
      async () =>
        (await call(rbCreateSubscription, { body: { ...fields, ...proven, return_url } }, caller, key())).redirect_url,
    ];
    for (const opened of open) await choose((await opened()) ?? "nowhere", "approve");
    const orders = await readLedger(base, fields.email);
    expect(orders.map(({ state, charges }) => [state, charges.map(({ amount }) => amount)])).toEqual(
      open.map(() => ["done", [0]]),
    );
  },
);

it.each(SEEDS)(
  "seed %i: nothing is told of trials without a card, renewals, taxes, terms and statements",
  async (seed) => {
    const { base, sandbox } = await bareBackend(seed);
    await setUp({ base, site: "" }, { trial: "free_without_card", monthly_renews: "off" });
    const { searchParams } = new URL(sandbox.signedLink("/receipts"));
    const owner = {
      user_id: Number(searchParams.get("uid")),
      signed_time: searchParams.get("sign_timestamp") ?? "",
      sign: searchParams.get("sign") ?? "",
    };
    const told = { language: "de", terms_version: "edition 7", user_id: owner.user_id, country_code: "GB" };
    const { order_id, web_url } = await call(soPurchase, { body: { ...purchaseFields(), ...told } }, caller, key());
    await choose(web_url ?? "nowhere", "approve");
    const answers = await Promise.all([
      send({ base, site: "" }, endpoints.plans),
      send({ base, site: "" }, endpoints.prices, { query: { product_ids: "yearly", customer_country: "GB" } }),
      send({ base, site: "" }, endpoints.commonParams),
      send({ base, site: "" }, soPurchaseResult, { body: { order_id } }),
      send({ base, site: "" }, endpoints.invoiceList, { body: owner }),
    ]);
    const all = JSON.stringify(answers);
    expect(all).toContain("INV-000001");
    for (const word of ["without_method", "renew", "tax", "terms", "statement", "VPNCHECKOUT", "edition 7"])
      expect(all).not.toContain(word);
  },
);

it("the same call again is another order, whatever its key", async () => {
  const { base } = await bareBackend(1);
  const fields = purchaseFields();
  const same = key();
  const first = await call(soPurchase, { body: fields }, caller, same);
  const second = await call(soPurchase, { body: fields }, caller, same);
  expect(first.order_id).not.toBe(second.order_id);
  expect(await readLedger(base, fields.email)).toHaveLength(2);
});

it("a seed is one backend: it answers alike after a restart, and others answer otherwise", async () => {
  const bodies = async (seed: number) => {
    const { base } = await bareBackend(seed);
    return (await fetch(base + endpoints.plans.path)).text();
  };
  const all = await Promise.all([1, 1, 2, 3, 4].map((seed) => bodies(seed)));
  expect(all[0]).toBe(all[1]);
  expect(new Set(all).size).toBeGreaterThan(2);
});

it.each(SEEDS)("seed %i: a token it does not know ends the session, whatever the error looks like", async (seed) => {
  await bareBackend(seed);
  const error = await caught(call(endpoints.profile, {}, { ...caller, bearer: "1.1700000000.00" }));
  expect(error).toMatchObject({ kind: "refused", status: 401, apiError: { code: 401 } });
});

it.each(SEEDS)("seed %i: a fault that logs a visitor out is worded as this backend words it", async (seed) => {
  const { base } = await bareBackend(seed);
  await setFaults({ base, site: "" }, { call: "profile", kind: "code_50008" });
  const answer = await fetch(base + endpoints.profile.path, { headers: { authorization: "Bearer 1.1700000000.00" } });
  expect(await answer.json()).toEqual(bareRefusal(seed, "profile", 400, 50008).body);
  const error = await caught(call(endpoints.profile, {}, { ...caller, bearer: "1.1700000000.00" }));
  expect(error).toMatchObject({ kind: "refused", status: 400, apiError: { code: 50008 } });
});

it.each(SEEDS)("seed %i: an order at pd is told by its form of {hash}_status", async (seed) => {
  await bareBackend(seed);
  const { cancel_url, ...body } = purchaseFields();
  const { order_id, pay_link } = await call(pdPrepurchase, { body }, caller, key());
  expect(await pd.ask(order_id, caller)).toMatchObject({ status: "pending", money_taken: "unknown" });
  await choose(pay_link ?? "nowhere", "approve");
  expect(await pd.ask(order_id, caller)).toMatchObject({ status: "success" });
});

it("an order that it does not know is unknown where such orders are asked for", async () => {
  await bareBackend(1);
  expect(
    await caught(callForAnybody(rbSubscriptionStatus, { body: { order_id: "no-such-order" } }, caller)),
  ).toMatchObject({
    kind: "refused",
    status: 404,
  });
});

it.each([1, 2, 3])("seed %i: the receipts of an app's user are listed and sent", async (seed) => {
  const { sandbox } = await bareBackend(seed);
  const link = new URL(sandbox.signedLink("/receipts")).searchParams;
  const owner = {
    user_id: Number(link.get("uid")),
    signed_time: link.get("sign_timestamp") ?? "",
    sign: link.get("sign") ?? "",
  };
  const { order_id, web_url } = await call(
    soPurchase,
    { body: { ...purchaseFields(), user_id: owner.user_id } },
    caller,
    key(),
  );
  await choose(web_url ?? "nowhere", "approve");
  await callForAnybody(soPurchaseResult, { body: { order_id } }, caller);
  const { invoices } = await listInvoices(owner, caller);
  expect(invoices.map(({ amount, currency, status }) => [amount, currency, status])).toEqual([[47.88, "USD", "paid"]]);
  const sent = await call(
    endpoints.invoiceSend,
    { body: { ...owner, email: "a@example.com", invoice_id: invoices[0]?.invoice_id ?? "" } },
    caller,
  );
  expect(sent.sent).toBe(true);
});
