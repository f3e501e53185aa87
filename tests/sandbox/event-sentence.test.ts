import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type OrderEvent, reduceOrder } from "../../payments/machine/order";
import { NEW_ORDER } from "../../payments/machine/order-record";
import { type RecordedEvent, recordedEvent } from "../../payments/orders/recorded-event";
import { eventSentence } from "../../sandbox/control/orders/event-sentence";
import { anyEvent, captured, nothingDue, reported, started, WRONG } from "./order-events";

const NOON = Date.UTC(2026, 10, 22, 12);

const SOLD = JSON.stringify({
  product_id: 1,
  interval: "month",
  interval_count: 1,
  price: 11.99,
  worth: 11.99,
  worth_currency: "USD",
  deduction: 0,
  withdrawal: { days: 14, isVoluntary: false },
});

const order = {
  country_code: "GB",
  time_zone: null,
  attempts: [
    { id: "a", position: 0, provider: "so", trial_days: null, renewal_amount: 11.99, sold: SOLD },
    { id: "b", position: 1, provider: null, trial_days: null, renewal_amount: null, sold: SOLD },
  ],
  grants: [{ attempt_id: "a", starts_at: NOON, ends_at: NOON }],
} as const;

type State = RecordedEvent["after"];

const told = (event: OrderEvent, before: State = "paying", after: State = before, of: typeof order = order) =>
  eventSentence(recordedEvent.parse({ before, after, event }), of);

const sentence = (...what: Parameters<typeof told>): string => told(...what).sentence;

describe("an event of an order is told in plain English:", () => {
  it.each<[string, OrderEvent]>([
    ["Attempt 1 with so begun for 11.99 USD, with a coupon", started("a")],
    ["Attempt 2 begun for 12.99 USD", started("b", false, WRONG)],
    ["0.00 USD due, with a coupon: nobody was asked to pay", nothingDue("b")],
    ["Attempt 1 with so sent to the provider", reported("a", { type: "sent" })],
    ["Attempt 1 with so: the bank asks the buyer to confirm (3-D Secure)", reported("a", { type: "action_required" })],
    ["Attempt 1 with so: the provider is still working on it", reported("a", { type: "processing" })],
    [
      "Attempt 1 with so given up: cancelled, replaced, out of time, or its trial or coupon was used by another payment",
      reported("a", { type: "abandoned" }),
    ],
    ["Attempt 1 with so declined: bank_declined", reported("a", { type: "declined", bucket: "bank_declined" })],
    ["Another attempt sent to the provider", reported("stranger", { type: "sent" })],
    ["Expired: nothing was paid in time", { type: "time_over" }],
    ["Superseded: the buyer began a new order for the same plan", { type: "superseded" }],
    ["Granted until 2026-12-22 12:00:00 UTC", { type: "granted" }],
  ])("%s", (expected, event) => {
    expect(sentence(event)).toBe(expected);
  });

  it.each<[string, State, State, OrderEvent]>([
    ["and kept", "paying", "granting", reported("a", captured("c1"))],
    ["which is not what was due. A person has to look at it", "paying", "review", reported("a", captured("c1", WRONG))],
    [
      "and given back: another order of the buyer is paid. A person has to look at it",
      "paying",
      "review",
      reported("a", captured("c1", undefined, true)),
    ],
    ["which changes nothing: the order stays “done”", "done", "done", reported("a", captured("c2"))],
  ])("money that was taken, %s", (expected, before, after, event) => {
    expect(sentence(event, before, after)).toMatch(/^Attempt 1 with so: 1[12]\.99 USD taken, /);
    expect(sentence(event, before, after)).toContain(expected);
  });

  it("a refund that found nothing to give back is no refund", () => {
    expect(sentence({ type: "refunded" }, "done", "refunded")).toBe("Refunded in full");
    expect(sentence({ type: "refunded" }, "open")).toContain("nothing to give back");
  });

  it("a trial is granted for its own days, and nothing is said of a time that was not granted", () => {
    const [first, second] = order.attempts;
    const trial = { ...order, plan_id: "weekly", attempts: [{ ...first, trial_days: 3 }, second] };
    expect(eventSentence({ before: "granting", after: "done", event: { type: "granted" } }, trial).sentence).toBe(
      "Granted until 2026-11-25 12:00:00 UTC",
    );
    const given = { ...order, grants: [] };
    expect(eventSentence({ before: "granting", after: "done", event: { type: "granted" } }, given).sentence).toBe(
      "Granted",
    );
  });
});

it("a decline looks bad, a payment good, a charge that waits for a person bad", () => {
  expect(told(reported("a", { type: "declined", bucket: "risk" }), "paying", "open").tone).toBe("bad");
  expect(told({ type: "granted" }, "granting", "done").tone).toBe("good");
  expect(told(reported("a", captured("c1", WRONG)), "paying", "review").tone).toBe("bad");
});

it("whatever happens to an order can be read back and told", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 12 }), (events) => {
      events.reduce((before, event) => {
        const after = reduceOrder(before, event);
        const kept: unknown = JSON.parse(JSON.stringify({ before: before.state, after: after.state, event }));
        expect(eventSentence(recordedEvent.parse(kept), order).sentence).toMatch(/^[A-Z0-9]/);
        return after;
      }, NEW_ORDER);
    }),
  );
});
