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

function Page({ mayTrack = true }: { mayTrack?: boolean }) {
  useArrivalMarks(mayTrack);
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

it("CJ's channel is forgotten when its click is gone, another one stays", () => {
  sessionStorage.setItem("channel", "cj");
  show(<Page />, { at: "/payment" });
  expect(marks()).toEqual({});
  sessionStorage.setItem("channel", "app.v3");
  show(<Page />, { at: "/payment" });
  expect(marks()).toEqual({ channel: "app.v3" });
});

it("a link that names CJ's channel without a click keeps it for as long as the cookie does", () => {
  keepCookies("channel=cj");
  sessionStorage.setItem("channel", "cj");
  show(<Page />, { at: "/payment" });
  expect(marks()).toEqual({ channel: "cj" });
});

it.each(["a%0d%0ab", "a+b", "x".repeat(65), "%3Cb%3E"])("a channel %s is none, as for the cookie", (channel) => {
  show(<Page />, { at: `/payment?channel=${channel}` });
  expect(marks()).toEqual({});
});

it("the last campaign is remembered for the session, with the values a cookie would have", () => {
  show(<Page />, { at: "/payment?UTM_Source=mail&utm_term=a&utm_term=b&utm_content=%00" });
  expect(marks()).toEqual({ utm: '{"utm_source":"mail","utm_term":"a"}' });
  show(<Page />, { at: "/payment" });
  expect(marks()).toHaveProperty("utm");
  show(<Page />, { at: "/payment?utm_medium=video" });
  expect(marks()).toEqual({ utm: '{"utm_medium":"video"}' });
});

it("of a visitor who may not be tracked nothing is kept for it, and what was kept goes", () => {
  keepCookies("cje-client=a1");
  for (const key of ["userId", "views", "userinfo"]) localStorage.setItem(key, "x");
  sessionStorage.setItem("utm", "{}");
  sessionStorage.setItem("channel", "cj");
  show(<Page mayTrack={false} />, { at: "/payment?utm_source=mail" });
  expect(marks()).toEqual({});
  expect({ ...localStorage }).toEqual({ userinfo: "x" });
  localStorage.clear();
});

it("the channel that the shop needs is kept without consent, CJ's click is not looked at", () => {
  keepCookies("cje-client=a1");
  show(<Page mayTrack={false} />, { at: "/payment?channel=app.v3" });
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
  expect(() => show(<Page />, { at: "/payment?channel=app&utm_source=mail&from=v3" })).not.toThrow();
});
