import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useArrivalMarks } from "~/visitor/arrival/use-arrival-marks";
import { show } from "../shell/stage";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  sessionStorage.clear();
});

function Page() {
  useArrivalMarks();
  return null;
}
const keepCookies = (cookies: string) => vi.spyOn(document, "cookie", "get").mockReturnValue(cookies);
const marks = () => ({ ...sessionStorage });

it("the channel of a link is remembered for the session", () => {
  show(<Page />, { at: "/payment?channel=app.v3" });
  expect(marks()).toEqual({ channel: "app.v3" });
});

it.each(["/payment", "/payment?channel=app.v3"])("who has CJ's cookie comes from CJ: %s", (at) => {
  keepCookies("_aid=c3; cje-client=a1");
  show(<Page />, { at });
  expect(marks()).toEqual({ channel: "cj" });
});

it("a cookie of CJ's that is empty, or another with its name inside, is none", () => {
  keepCookies("cje-client=; x-cje-client=a1");
  show(<Page />, { at: "/payment?channel=app.v3" });
  expect(marks()).toEqual({ channel: "app.v3" });
});

it("a visitor from the third version of the app is marked as such for a second", () => {
  show(<Page />, { at: "/payment?from=v3" });
  expect(marks()).toEqual({ "from-v3": "1" });
  act(() => vi.advanceTimersByTime(999));
  expect(marks()).toEqual({ "from-v3": "1" });
  act(() => vi.advanceTimersByTime(1));
  expect(marks()).toEqual({});
});

it.each(["/payment", "/payment?from=v2", "/payment?channel="])("%s leaves no mark", (at) => {
  show(<Page />, { at });
  expect(marks()).toEqual({});
});

it("a browser without storage shows the page all the same", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  expect(() => show(<Page />, { at: "/payment?channel=app&from=v3" })).not.toThrow();
});
