import { expect, test } from "vitest";
import { pageGate } from "../../host/page-gate";

/** A gate whose clock and event loop stand still until they are moved. */
function gateWith(pagesAtOnce: number) {
  let now = 0;
  const turns: (() => void)[] = [];
  const clock = { now: () => now, inNextTurn: (run: () => void) => void turns.push(run) };
  const begun: number[] = [];
  const gate = pageGate({ pagesAtOnce, busyAfterMs: 250 }, clock);
  return {
    gate,
    begun,
    ask: (count: number) => Array.from({ length: count }, (_, page) => gate.enter(() => void begun.push(page))),
    pass: (ms: number) => {
      now += ms;
    },
    turn: () => {
      for (const run of turns.splice(0)) run();
    },
  };
}

test("each turn of the event loop begins one page, in the order they came", () => {
  const { ask, begun, turn } = gateWith(100);
  ask(3);
  expect(begun).toEqual([]);
  turn();
  expect(begun).toEqual([0]);
  turn();
  turn();
  turn();
  expect(begun).toEqual([0, 1, 2]);
  ask(1);
  turn();
  expect(begun).toEqual([0, 1, 2, 0]);
});

test("a page that fails at its beginning does not hold up the others", () => {
  const { gate, ask, begun, turn } = gateWith(100);
  gate.enter(() => {
    throw new Error("broken");
  });
  ask(1);
  expect(turn).toThrow("broken");
  turn();
  expect(begun).toEqual([0]);
});

test("many pages that come at once are let in; none more while the first still waits after the time is over", () => {
  const { gate, ask, pass, turn } = gateWith(100);
  ask(20);
  pass(250);
  expect(gate.isFull()).toBe(false);
  pass(1);
  expect(gate.isFull()).toBe(true);
  for (let page = 0; page < 12; page++) turn();
  expect(gate.isFull(), "eight are left").toBe(true);
  turn();
  expect(gate.isFull()).toBe(false);
});

test("a few pages that wait for long are a cold start, and no overload", () => {
  const { gate, ask, pass } = gateWith(100);
  ask(7);
  pass(10_000);
  expect(gate.isFull()).toBe(false);
});

test("pages that are begun and not done yet count up to the most there may be", () => {
  const { gate, ask, turn } = gateWith(3);
  const [leave] = ask(3);
  for (let page = 0; page < 3; page++) turn();
  expect(gate.isFull()).toBe(true);
  leave?.();
  expect(gate.isFull()).toBe(false);
});
