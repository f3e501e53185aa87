import { fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { whenWanted } from "~/shell/scripts/when-wanted";

let idle: (() => void) | undefined;
let isLoaded = false;
beforeEach(() => {
  idle = undefined;
  isLoaded = false;
  vi.stubGlobal("requestIdleCallback", (run: () => void) => {
    idle = run;
  });
  vi.spyOn(document, "readyState", "get").mockImplementation(() => (isLoaded ? "complete" : "interactive"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Whether the wait is over, asked after all that was waiting has run. */
function waiting() {
  let isOver = false;
  whenWanted().then(() => {
    isOver = true;
  });
  return async () => {
    await Promise.resolve();
    return isOver;
  };
}

const load = () => {
  isLoaded = true;
  fireEvent(window, new Event("load"));
};

it("a page is taken over once it has loaded and the browser is idle", async () => {
  const isOver = waiting();
  expect(idle).toBeUndefined();
  load();
  expect(await isOver()).toBe(false);
  idle?.();
  expect(await isOver()).toBe(true);
});

it("a page that had loaded before waits for the browser only", async () => {
  isLoaded = true;
  const isOver = waiting();
  idle?.();
  expect(await isOver()).toBe(true);
});

it("where browsers do not tell when they are idle it is soon after the page has loaded", async () => {
  vi.unstubAllGlobals();
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const isOver = waiting();
  load();
  expect(await isOver()).toBe(false);
  vi.runAllTimers();
  expect(await isOver()).toBe(true);
});

it.each(["pointerDown", "touchStart", "keyDown", "focusIn"] as const)("%s does not wait", async (touch) => {
  const isOver = waiting();
  expect(await isOver()).toBe(false);
  fireEvent[touch](document.body);
  expect(await isOver()).toBe(true);
});
