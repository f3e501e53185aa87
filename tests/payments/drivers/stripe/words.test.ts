import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { Trial } from "../provider-under-test";
import { stripeUnderTest } from "./stripe-under-test";

const change = (trial: Trial, kind: string, name: string, value: string | null): void =>
  trial.standIn.books.run(`update objects set json = json_set(json, '$.${name}', ?) where kind = ?`, value, kind);

it.each([
  ["checkout.session", "payment_status"],
  ["checkout.session", "status"],
])("an unknown word of a %s (%s) is no success", async (kind, name) => {
  const trial = await Trial.start(stripeUnderTest);
  const { ask } = await trial.pay({}, "pending");
  change(trial, kind, name, "a word of later years");
  expect((await ask()).reports).toEqual([{ type: "processing" }]);
});

it("an unknown state of a dispute is an open one", async () => {
  const trial = await Trial.start(stripeUnderTest);
  const { ask, name } = await trial.pay({}, "pay");
  trial.standIn.act({ act: "dispute", payment: name.reference, state: "won" });
  change(trial, "dispute", "status", "a word of later years");
  expect((await ask()).reports).toMatchObject([{ type: "captured" }, { type: "disputed", state: "open" }]);
});

it("an unknown state of a subscription gives nothing", async () => {
  const trial = await Trial.start(stripeUnderTest);
  const renewal = { interval: "month", interval_count: 1, amount: 11.99 } as const;
  const { ask } = await trial.pay({ renewal, renewsAt: trial.time + 1 }, "pay");
  const { subscription = "" } = await ask();
  change(trial, "subscription", "status", "a word of later years");
  expect(await trial.driver.subscriptions?.ask(subscription, trial.call)).toMatchObject({ state: "past_due" });
});

it.each([
  ["card_declined", "insufficient_funds", "funds_or_limit"],
  ["card_declined", "stolen_card", "risk"],
  ["card_declined", "a_code_of_later_years", "bank_declined"],
  ["expired_card", "", "fix_details"],
  ["payment_intent_authentication_failure", "", "auth_failed"],
])("a page that ends after %s %s was declined: %s", async (code, decline_code, bucket) => {
  const trial = await Trial.start(stripeUnderTest);
  const { ask, name } = await trial.pay({}, "decline");
  change(trial, "payment_intent", "last_payment_error.code", code);
  change(trial, "payment_intent", "last_payment_error.decline_code", decline_code);
  await trial.driver.close(name, trial.call);
  expect((await ask()).reports).toEqual([{ type: "declined", bucket }]);
});

/** An event as Stripe would send it, signed with the secret that the driver under test has. */
async function heard(trial: Trial, event: object) {
  const body = JSON.stringify({ id: "evt_1", type: "some.thing", livemode: false, ...event });
  const time = Math.floor(trial.time / 1000);
  const signature = createHmac("sha256", "whsec_current").update(`${time}.${body}`).digest("hex");
  const headers = { "stripe-signature": `t=${time},v1=${"0".repeat(64)},v1=${signature}` };
  return trial.driver.hear({ body: Buffer.from(body), headers }, trial.call);
}

it.each([
  [{ object: "refund", id: "re_1", charge: "ch_1" }, { captureId: "ch_1" }],
  [{ object: "dispute", id: "dp_1", charge: "ch_1" }, { captureId: "ch_1" }],
  [
    { object: "charge", id: "ch_1", metadata: { attempt: "att_1" } },
    { captureId: "ch_1", attemptId: "att_1" },
  ],
  [{ object: "payment_intent", id: "pi_1", metadata: { attempt: "att_1" } }, { attemptId: "att_1" }],
  [{ object: "invoice", id: "in_1", subscription: "sub_1" }, { subscription: "sub_1" }],
  // As newer versions have it.
  [{ object: "invoice", parent: { subscription_details: { subscription: "sub_1" } } }, { subscription: "sub_1" }],
  [{ object: "tax_rate", id: "txr_1" }, {}],
])("an event tells whom to ask about: %o", async (object, concerns) => {
  const trial = await Trial.start(stripeUnderTest);
  expect(await heard(trial, { data: { object } })).toEqual({ eventId: "evt_1", kind: "some.thing", ...concerns });
});

it.each([{ account: "acct_another" }, { livemode: true }])("an event of %o concerns nothing of ours", async (whose) => {
  const trial = await Trial.start(stripeUnderTest);
  const data = { object: { object: "checkout.session", id: "cs_1" } };
  expect(await heard(trial, { ...whose, data })).toEqual({ eventId: "evt_1", kind: "some.thing" });
});
