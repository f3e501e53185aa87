import { describe, expect, it } from "vitest";
import { orderScreen, PATIENCE, SCREENS, secondsUntilNext } from "~/orders/order-states";
import { DECLINE_BUCKETS, ORDER_STATES, PURCHASE_STATUSES, purchaseResult } from "~/upstream/contract/purchase-result";
import { makeResult } from "../mocks/builders";

const PAY_AT = "https://pay.test/so/ord_1";
const MONEY = ["yes", "no", "unknown"] as const;

const everyResult = PURCHASE_STATUSES.flatMap((status) =>
  ORDER_STATES.flatMap((order_state) =>
    MONEY.flatMap((money_taken) =>
      [undefined, PAY_AT].map((redirect_url) => makeResult({ status, order_state, money_taken, redirect_url })),
    ),
  ),
);
const screensOf = (isMeant: (result: (typeof everyResult)[number]) => boolean) => [
  ...new Set(everyResult.filter(isMeant).map((result) => orderScreen(result).kind)),
];

it("money that was taken never shows as declined, cancelled or expired, and is never asked for again", () => {
  const shown = screensOf(({ money_taken }) => money_taken === "yes");
  expect(shown.sort()).toEqual(["granting", "refunded", "review", "success", "waiting"]);
});

it("only a success of the provider or an order that is done shows as success", () => {
  const shown = screensOf(({ status, order_state }) => status !== "success" && order_state !== "done");
  expect(shown).not.toContain("success");
});

it("an order in review asks for patience, whatever its payment says", () => {
  expect(screensOf(({ order_state }) => order_state === "review")).toEqual(["review"]);
});

describe.each([
  ["success", "paying", "yes", "success"],
  ["pending", "paying", "unknown", "waiting"],
  ["requires_action", "paying", "no", "waiting"],
  ["failed", "open", "no", "declined"],
  ["failed", "open", "unknown", "declined"],
  ["canceled", "open", "no", "cancelled"],
  ["expired", "expired", "no", "expired"],
  ["success", "granting", "yes", "granting"],
  ["failed", "done", "yes", "success"],
  ["success", "refunded", "no", "refunded"],
] as const)(
  "a payment that is %s on an order that is %s, money taken: %s",
  (status, order_state, money_taken, kind) => {
    it(`shows ${kind}`, () => {
      expect(orderScreen(makeResult({ status, order_state, money_taken })).kind).toBe(kind);
    });
  },
);

it("where the buyer has to do something, the screen says so", () => {
  const open = { order_state: "paying", money_taken: "no", redirect_url: PAY_AT } as const;
  expect(orderScreen(makeResult({ ...open, status: "pending" }))).toEqual({ kind: "unpaid" });
  expect(orderScreen(makeResult({ ...open, status: "requires_action" }))).toEqual({ kind: "action" });
});

it.each(DECLINE_BUCKETS.filter((bucket) => bucket !== "unknown_outcome"))("a decline for %s says so", (fail_code) => {
  const result = makeResult({ status: "failed", order_state: "open", money_taken: "no", fail_code });
  expect(orderScreen(result)).toEqual({ kind: "declined", bucket: fail_code });
});

it("nobody is named as the reason of a decline that gives none", () => {
  const result = makeResult({ status: "failed", order_state: "open", money_taken: "no", fail_code: null });
  expect(orderScreen(result)).toEqual({ kind: "declined", bucket: undefined });
});

it("an outcome nobody knows is waited on, never taken for a decline or a success", () => {
  const result = makeResult({ status: "failed", order_state: "open", money_taken: "no", fail_code: "unknown_outcome" });
  expect(orderScreen(result).kind).toBe("waiting");
});

it("words that no contract knows are waited on", () => {
  const words = { status: "celebrating", order_state: "splendid", money_taken: "maybe", fail_code: "bad luck" };
  expect(orderScreen(purchaseResult.parse({ ...makeResult(), ...words })).kind).toBe("waiting");
});

it("a page asks again exactly where its screen can change, and never offers to pay again there", () => {
  const kinds = [...new Set(everyResult.map((result) => orderScreen(result).kind))];
  expect(kinds.filter((kind) => SCREENS[kind].polls).sort()).toEqual([
    "action",
    "granting",
    "review",
    "unpaid",
    "waiting",
  ]);
  expect(kinds.filter((kind) => SCREENS[kind].mayPayAgain).sort()).toEqual(["cancelled", "declined", "expired"]);
});

it("a waiting page asks after 2, 3, 5 and 10 seconds, then every 30", () => {
  expect([0, 1, 2, 3, 4, 5, 900].map((check) => secondsUntilNext(check, undefined))).toEqual([2, 3, 5, 10, 30, 30, 30]);
});

it("what the payments API asks for wins", () => {
  expect(secondsUntilNext(0, 45)).toBe(45);
  expect(secondsUntilNext(9, null)).toBe(30);
});

it("after about two minutes the page says that it can be closed", () => {
  const waited = Array.from({ length: PATIENCE }, (_, check) => secondsUntilNext(check, undefined));
  const seconds = waited.reduce((sum, step) => sum + step, 0);
  expect(seconds).toBeGreaterThanOrEqual(90);
  expect(seconds).toBeLessThanOrEqual(150);
});
