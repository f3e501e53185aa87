import { expect, it } from "vitest";
import { noticeFor, questionFor } from "~/shell/panels/notice.server";
import { makeRequest } from "../visitor/requests";

const ANONYMOUS = { kind: "anonymous" } as const;
const titleAt = (path: string, cookie?: string, auth: Parameters<typeof noticeFor>[1] = ANONYMOUS) =>
  noticeFor(makeRequest(path, cookie === undefined ? {} : { cookie }), auth, "en")?.title;

it.each([
  ["/payment?link=unreadable", "We couldn’t read the link from the app"],
  ["/payment?link=expired", "The link from the app has expired"],
  ["/payment?via=app", "Your browser is blocking cookies"],
])("%s says why one is not signed in", (path, title) => {
  expect(titleAt(path)).toBe(title);
});

it("whoever comes from the app and keeps cookies is told nothing", () => {
  expect(titleAt("/payment?via=app", "LANGUAGE=de")).toBeUndefined();
});

it.each(["/payment", "/payment?link=__proto__", "/payment?via=mail", "/payment?link=<b>"])(
  "%s has nothing to say",
  (path) => {
    expect(titleAt(path)).toBeUndefined();
  },
);

it("a session that has ended is told", () => {
  expect(titleAt("/payment", "paypal_token=x", { kind: "over" })).toBe("You’ve been signed out");
  expect(titleAt("/payment?via=app", "paypal_token=x", { kind: "over" })).toBe("You’ve been signed out");
});

it("only a visitor who has been logged out is asked", () => {
  expect(questionFor({ kind: "loggedOut" }, "en")?.text).toBe(
    "You have been logged out, you can cancel to stay on this page, or log in again",
  );
  expect(questionFor({ kind: "over" }, "en")).toBeUndefined();
});
