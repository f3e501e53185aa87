import { expect, test } from "vitest";
import { pageTurns } from "../../host/overload/page-turns";

/** A gate whose clock and event loop stand still until they are moved. */
function gateWith(pagesAtOnce: number) {
  let now = 0;
  let turns: (() => void)[] = [];
  let timers: { at: number; run: () => void }[] = [];
  const clock = {
    now: () => now,
    inNextTurn: (run: () => void) => void turns.push(run),
    after: (ms: number, run: () => void) => void timers.push({ at: now + ms, run }),
  };
  const begun: number[] = [];
  const gate = pageTurns({ pagesAtOnce, busyAfterMs: 250 }, clock);
  let asked = 0;
  return {
    gate,
    begun,
    /** Asks for pages; each gives back how it is left. */
    ask: (count: number) =>
      Array.from({ length: count }, () => {
        const page = asked++;
        return gate.enter(() => void begun.push(page));
      }),
    pass: (ms: number) => {
      now += ms;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { run } of due) run();
    },
    turn: (times = 1) => {
      for (let each = 0; each < times; each++) {
        const due = turns;
        turns = [];
        for (const run of due) run();
      }
    },
  };
}

test("each turn of the event loop begins one page, in the order they came", () => {
  const { ask, begun, turn } = gateWith(100);
  ask(2);
  expect(begun).toEqual([]);
  turn();
  expect(begun).toEqual([0]);
  turn(5);
  expect(begun).toEqual([0, 1]);
  ask(1);
  turn();
  expect(begun).toEqual([0, 1, 2]);
});

test("four begin together; the next one begins when one of them is done", () => {
  const { ask, begun, turn } = gateWith(100);
  const [, , leave] = ask(6);
  turn(10);
  expect(begun).toEqual([0, 1, 2, 3]);
  leave?.();
  turn(10);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

test("pages that wait for the payments API do not hold up others", () => {
  const { ask, begun, pass, turn } = gateWith(100);
  ask(12);
  turn(10);
  pass(49);
  turn(10);
  expect(begun).toHaveLength(4);
  pass(1);
  turn(10);
  expect(begun).toHaveLength(8);
});

test("a page whose visitor leaves before its turn is never begun", () => {
  const { gate, ask, begun, turn } = gateWith(2);
  const [leave] = ask(2);
  expect(gate.isFull()).toBe(true);
  leave?.();
  turn(3);
  expect(begun).toEqual([1]);
  expect(gate.isFull()).toBe(false);
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

test("pages that come at once are let in; none more while the first of many still waits after the time is over", () => {
  const { gate, ask, pass, turn } = gateWith(100);
  ask(20);
  pass(250);
  expect(gate.isFull()).toBe(false);
  pass(1);
  expect(gate.isFull()).toBe(true);
  for (let batch = 0; batch < 3; batch++) {
    turn(4);
    pass(50);
  }
  expect(gate.isFull(), "eight are left").toBe(true);
  turn();
  expect(gate.isFull()).toBe(false);
});

test("however fast they come, only so many may wait", () => {
  const { gate, ask } = gateWith(1_000);
  ask(127);
  expect(gate.isFull()).toBe(false);
  ask(1);
  expect(gate.isFull()).toBe(true);
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
  turn(3);
  expect(gate.isFull()).toBe(true);
  leave?.();
  expect(gate.isFull()).toBe(false);
});
