import { expect, it } from "vitest";
import type { Wish } from "../../tools/fleet/load/book";
import { type Account, judgeBook } from "../../tools/fleet/parts/reconcile";
import { newScore } from "../../tools/rig/score";

const charged = (email: string, more: Partial<Account> = {}): [string, Account] => [
  email,
  { email, orders: 1, kept: 1, returned: 0, grants: 1, invoices: 1, conversions: 1, amount: 11.99, ...more },
];

function judged(wishes: readonly Wish[], accounts: readonly [string, Account][]) {
  const score = newScore("books");
  judgeBook(score, wishes, new Map(accounts));
  return score;
}

it("who was charged has seen it, but for those who go away when they have paid, and the books say how many these are", () => {
  const wishes: Wish[] = [
    { email: "served", isServed: true },
    { email: "gone", isServed: false, isGoneOncePaid: true },
    { email: "left before paying", isServed: false },
  ];
  const { failures, details } = judged(wishes, [charged("served"), charged("gone")]);
  expect(failures).toEqual([]);
  expect(details).toEqual([expect.stringContaining("3 buyers, 2 were charged: 1 saw a success, 1 of a form sent")]);
});

it("a buyer who was charged and came to no success is told by name", () => {
  const { failures } = judged([{ email: "unserved", isServed: false }], [charged("unserved")]);
  expect(failures).toEqual(["unserved was charged and came to no success"]);
});

it("so are a success that nobody was charged for, a stranger's order, and a second charge", () => {
  const score = judged(
    [
      { email: "unpaid", isServed: true },
      { email: "twice", isServed: true },
    ],
    [charged("twice", { kept: 2 }), charged("stranger")],
  );
  expect(score.failures).toEqual([
    "unpaid saw a success that nobody was charged for",
    "twice has 2 charges",
    "nobody knows stranger",
  ]);
  expect([score.lost, score.doubled]).toEqual([1, 1]);
});
