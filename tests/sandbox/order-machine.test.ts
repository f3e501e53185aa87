import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLive } from "../../payments/machine/attempt";
import { isSameMoney } from "../../payments/machine/money";
import { type OrderEvent, type Report, reduceOrder } from "../../payments/machine/order";
import { NEW_ORDER, type Order } from "../../payments/machine/order-record";
import { runs } from "../setup/effort";
import { anyEvent, captured, GIFT, NOTHING, nothingDue, PRICE, reported, started, WRONG } from "./order-events";

/** Attempts are named a, b, c in the order they are made, so that reports find them. */
function named(next: OrderEvent, order: Order): OrderEvent {
  const isNew = next.type === "attempt_started" || next.type === "nothing_due";
  return isNew ? { ...next, attemptId: "abcdefgh".charAt(order.attempts.length) } : next;
}

const walk = (events: readonly OrderEvent[], visit: (order: Order, before: Order) => void): Order =>
  events.reduce((before, next) => {
    const order = reduceOrder(before, named(next, before));
    visit(order, before);
    return order;
  }, NEW_ORDER);

const always = (check: (order: Order, before: Order) => void): void =>
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      walk(events, check);
    }),
    { numRuns: runs(3000) },
  );

const liveOnes = (order: Order) => order.attempts.filter(({ status }) => isLive(status));
const keptCaptures = (order: Order) => order.captures.filter(({ state }) => state === "kept");
/** Attempts for which no provider was asked. */
const givenOnes = (order: Order) => order.attempts.filter(({ price }) => isSameMoney(price, GIFT));

describe("an order, whatever happens to it in whatever order", () => {
  it("has one live attempt while it is being paid and none otherwise", () => {
    always((order) => expect(liveOnes(order)).toHaveLength(order.state === "paying" ? 1 : 0));
  });

  it("keeps at most one charge, and never forgets one", () => {
    always((order, before) => {
      expect(keptCaptures(order).length).toBeLessThanOrEqual(1);
      expect(order.captures.map(({ id }) => id)).toEqual(expect.arrayContaining(before.captures.map(({ id }) => id)));
    });
  });

  it("is granted or done only with a kept charge of a successful attempt, or with nothing to pay", () => {
    always((order) => {
      if (order.state !== "granting" && order.state !== "done") return;
      if (givenOnes(order).length > 0) return expect(keptCaptures(order)).toEqual([]);
      const keeper = order.attempts.find(({ id }) => id === keptCaptures(order)[0]?.attemptId);
      expect(keeper?.status.state).toBe("succeeded");
      expect(keeper?.price).toEqual(keptCaptures(order)[0]?.paid);
    });
  });

  it("is given out at most once", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        let given = 0;
        walk(events, (order, before) => {
          if (order.grant === "given" && before.grant !== "given") given += 1;
        });
        expect(given).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("redeems a coupon only for a kept charge or where nothing was to be paid, and then always", () => {
    always((order) => {
      if (order.state === "refunded") return;
      const used = [...keptCaptures(order).map(({ attemptId }) => attemptId), ...givenOnes(order).map(({ id }) => id)];
      for (const { id, hold } of order.attempts.filter((attempt) => attempt.hold)) {
        expect(hold === "redeemed").toBe(used.includes(id));
      }
    });
  });

  it("holds a coupon only while its attempt is live or its charge disputed", () => {
    always((order) => {
      for (const { status } of order.attempts.filter(({ hold }) => hold === "held")) {
        expect(isLive(status) || order.state === "review").toBe(true);
      }
    });
  });

  it("waits for a person as long as money is disputed", () => {
    always((order) => {
      if (order.captures.some(({ state }) => state === "disputed")) expect(order.state).toBe("review");
    });
  });

  it("never takes a paid attempt back", () => {
    always((order, before) => {
      const paid = before.attempts.filter(({ status }) => status.state === "succeeded").map(({ id }) => id);
      const still = order.attempts.filter(({ status }) => status.state === "succeeded").map(({ id }) => id);
      expect(still).toEqual(expect.arrayContaining(paid));
    });
  });
});

describe("a provider's reports", () => {
  const declined: Report = { type: "declined", bucket: "bank_declined" };
  const retried = [started("a"), reported("a", { type: "sent" }), reported("a", declined), started("b")];
  const lateReports = fc.uniqueArray(
    fc.constantFrom(
      reported("a", { type: "processing" }),
      reported("a", captured("late")),
      reported("b", { type: "action_required" }),
      reported("b", { type: "processing" }),
      reported("b", { type: "abandoned" }),
      reported("b", declined),
      reported("b", captured("right")),
      reported("b", captured("wrong", WRONG)),
    ),
    { minLength: 2 },
  );
  const summary = (order: Order) => ({
    state: order.state,
    attempts: order.attempts.map(({ status }) => status.state),
    charges: order.captures.map(({ state }) => state).sort(),
    holds: order.attempts.map(({ hold }) => hold).sort(),
  });

  it("come to the same end in any order and however often each is repeated", () => {
    const shuffled = lateReports.chain((reports) =>
      fc.record({
        reports: fc.constant(reports),
        again: fc.shuffledSubarray([...reports, ...reports], { minLength: reports.length * 2 }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ reports, again }) => {
        const inOrder = [...retried, ...reports].reduce(reduceOrder, NEW_ORDER);
        expect(summary([...retried, ...again].reduce(reduceOrder, NEW_ORDER))).toEqual(summary(inOrder));
      }),
      { numRuns: runs(3000) },
    );
  });
});

describe("an order with nothing to pay", () => {
  const given = [started("a"), reported("a", { type: "abandoned" }), nothingDue("b")];

  it("is granted at once, and its coupon is used", () => {
    const order = given.reduce(reduceOrder, NEW_ORDER);
    expect(order).toMatchObject({ state: "granting", grant: "queued", captures: [] });
    expect(order.attempts.map(({ hold }) => hold)).toEqual(["released", "redeemed"]);
  });

  it.each([
    ["the right amount", PRICE],
    ["a wrong amount", WRONG],
  ])("gives back %s that an earlier attempt still takes", (_what, paid) => {
    const order = [...given, reported("a", captured("c1", paid))].reduce(reduceOrder, NEW_ORDER);
    expect(order).toMatchObject({ state: "granting", captures: [{ state: "refunded" }] });
  });

  it("is not given away while another attempt is live", () => {
    const order = [started("a"), nothingDue("b")].reduce(reduceOrder, NEW_ORDER);
    expect(order).toMatchObject({ state: "paying", attempts: [{ id: "a" }] });
  });
});

describe("an order of a free trial that asks for a way to pay", () => {
  const opened = [started("a", false, NOTHING), reported("a", { type: "sent" })];

  it("is granted by a charge of nothing, once, however often that is reported", () => {
    const charges = ["c1", "c1", "c2"].map((id) => reported("a", captured(id, NOTHING)));
    const order = [...opened, ...charges].reduce(reduceOrder, NEW_ORDER);
    expect(order).toMatchObject({ state: "granting", grant: "queued", attempts: [{ status: { state: "succeeded" } }] });
    expect(order.captures.map(({ state }) => state)).toEqual(["kept", "refunded"]);
  });

  it("is not granted before, and not by a charge of something", () => {
    expect(opened.reduce(reduceOrder, NEW_ORDER)).toMatchObject({ state: "paying", grant: "none" });
    const order = [...opened, reported("a", captured("c1", PRICE))].reduce(reduceOrder, NEW_ORDER);
    expect(order).toMatchObject({ state: "review", grant: "none", captures: [{ state: "disputed" }] });
  });
});

describe("a late success", () => {
  const expired = [started("a"), reported("a", { type: "abandoned" }), { type: "time_over" } as const];

  it("on an expired order is granted", () => {
    const order = [...expired, reported("a", captured("c1"))].reduce(reduceOrder, NEW_ORDER);
    expect(order).toMatchObject({ state: "granting", grant: "queued", captures: [{ state: "kept" }] });
  });

  it("on an expired order whose buyer paid another one is refunded and looked at", () => {
    const order = [...expired, reported("a", captured("c1", PRICE, true))].reduce(reduceOrder, NEW_ORDER);
    expect(order).toMatchObject({ state: "review", grant: "none", captures: [{ state: "refunded" }] });
  });
});
