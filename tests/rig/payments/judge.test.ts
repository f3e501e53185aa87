import { expect, it } from "vitest";
import { type Evidence, judgeMoney } from "../../../tools/rig/payments/judge";

/** One order as it should be; tests change what their sentence is about. */
const GOOD: Evidence = {
  taken: [{ capture: "ch_1", attempt: "att_1", cents: 1199, currency: "USD" }],
  given: [],
  told: [{ email: "a@example.com", is_active: 1 }],
  orders: [{ id: "ord_1", email: "a@example.com", plan: "monthly" }],
  attempts: [{ id: "att_1", order_id: "ord_1" }],
  captures: [{ id: "ch_1", order_id: "ord_1", cents: 1199, currency: "USD", due: 0 }],
  grants: [{ order_id: "ord_1" }],
  unsent: [],
  prices: [{ plan: "monthly", currency: "USD", cents: 1199 }],
};

/** What is found, without what is not. */
const foundIn = (changed: Partial<Evidence>) =>
  Object.fromEntries(Object.entries(judgeMoney({ ...GOOD, ...changed })).filter(([, names]) => names.length > 0));

const again = { capture: "ch_2", attempt: "att_2", cents: 1199, currency: "USD" };
const twoAttempts = [...GOOD.attempts, { id: "att_2", order_id: "ord_1" }];
const secondCapture = { id: "ch_2", order_id: "ord_1", cents: 1199, currency: "USD", due: 1199 };

it("a payment that is kept and opened access is well, and so is one that went back with it", () => {
  expect(foundIn({})).toEqual({});
  const back = { given: [{ capture: "ch_1", cents: 1199, is_ours: 1 }] } as const;
  const [capture] = GOOD.captures;
  const captures = capture === undefined ? [] : [{ ...capture, due: 1199 }];
  expect(foundIn({ ...back, captures, told: [{ email: "a@example.com", is_active: 0 }] })).toEqual({});
});

it("a second charge of one wish is found as long as it is kept", () => {
  const twice = { taken: [...GOOD.taken, again], attempts: twoAttempts, captures: [...GOOD.captures, secondCapture] };
  expect(foundIn(twice)).toEqual({ "charged twice": ["a@example.com"], "refunds not sent": ["ch_2"] });
  expect(foundIn({ ...twice, given: [{ capture: "ch_2", cents: 1199, is_ours: 1 }] })).toEqual({});
});

it("money that opened nothing is found, and money that the payments API knows nothing of", () => {
  expect(foundIn({ told: [] })).toEqual({ "paid, not granted": ["a@example.com"] });
  expect(foundIn({ captures: [], grants: [] })).toEqual({ "paid, not granted": ["ch_1"] });
  expect(foundIn({ attempts: [] })["paid, not granted"]).toEqual(["ch_1"]);
});

it("access and orders without money are found, also where we gave it back", () => {
  expect(foundIn({ taken: [], captures: [] })).toEqual({ "granted, not paid": ["a@example.com", "ord_1"] });
  const given = [{ capture: "ch_1", cents: 1199, is_ours: 1 }] as const;
  const captures = [{ id: "ch_1", order_id: "ord_1", cents: 1199, currency: "USD", due: 1199 }];
  expect(foundIn({ given, captures })).toEqual({ "granted, not paid": ["a@example.com"] });
});

it("what the merchant gave back by hand takes no access away, which is the operator's to do", () => {
  expect(foundIn({ given: [{ capture: "ch_1", cents: 1199, is_ours: 0 }] })).toEqual({});
});

it("a part that went back twice is found, and one that did not go", () => {
  const captures = [{ id: "ch_1", order_id: "ord_1", cents: 1199, currency: "USD", due: 250 }];
  const part = { capture: "ch_1", cents: 250, is_ours: 1 } as const;
  expect(foundIn({ captures, given: [part] })).toEqual({});
  expect(foundIn({ captures, given: [part, part] })).toEqual({ "refunded twice": ["ch_1"] });
  expect(foundIn({ captures })).toEqual({ "refunds not sent": ["ch_1"] });
  expect(foundIn({ unsent: [{ id: "refund_ch_1_1" }] })).toEqual({ "refunds not sent": ["refund_ch_1_1"] });
});

it("a sum that is neither the catalogue's nor what was written down is found", () => {
  const taken = [{ capture: "ch_1", attempt: "att_1", cents: 11990, currency: "USD" }];
  expect(foundIn({ taken })).toEqual({ "wrong amounts": ["ch_1"] });
  expect(foundIn({ prices: [] })).toEqual({ "wrong amounts": ["ch_1"] });
});
