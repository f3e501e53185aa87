import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { readLog } from "../env/watched-log";
import { makeApiError, makeProfile, makeSignUp } from "../mocks/builders";
import { answering, refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { memberCookie, signedQuery } from "../visitor/requests";
import { refusal } from "./buying";
import { signedIn, withKey } from "./receipt-owner";
import { fieldsOf, get, page, post } from "./site";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What is logged about signing in, while something is done: each event with how it went. */
async function events(doing: () => Promise<unknown>): Promise<string[]> {
  const lines = readLog();
  await doing();
  const text = lines.join("\n");
  expect(text).not.toMatch(/t0ken|abab|member@|42\.token/);
  const told =
    /"requestId":"[\w-]+".*"(?:outcome|reason)":"(\w+)".*"msg":"(an app's link|a sign-up|a token|receipts)[^"]*"/;
  return lines.flatMap((line) => {
    const [, outcome, event] = told.exec(line) ?? [];
    return event === undefined ? [] : [`${event}: ${outcome}`];
  });
}

it("a link that was accepted", async () => {
  expect(await events(() => get(`/payment?${signedQuery()}`))).toEqual(["an app's link: member"]);
});

it("a link whose token is refused", async () => {
  upstream.use(refusing(endpoints.profile, 401, makeApiError({ code: 401 })));
  expect(await events(() => get(`/payment?${signedQuery()}`))).toEqual(["a token: over", "an app's link: over"]);
});

it("a link with another user's token", async () => {
  upstream.use(answering(endpoints.profile, makeProfile({ user_id: 7 })));
  expect(await events(() => get(`/payment?${signedQuery()}`))).toEqual(["an app's link: over"]);
});

it("a link that cannot be read, or has no token", async () => {
  expect(await events(() => get(`/payment?${signedQuery({ uid: "042" })}`))).toEqual(["an app's link: unreadable"]);
  expect(await events(() => get(`/payment?${signedQuery({ token: "" })}`))).toEqual(["an app's link: withoutToken"]);
});

it("a session whose token is refused later", async () => {
  upstream.use(refusing(endpoints.profile, 401, makeApiError({ code: 50008 })));
  expect(await events(async () => get("/pricing", { cookie: await memberCookie() }))).toEqual(["a token: loggedOut"]);
});

it.each([
  ["accepted", () => answering(endpoints.anonymousSignup, makeSignUp()), "signedUp"],
  ["of an account that exists", () => answering(endpoints.anonymousSignup, makeSignUp({ is_new: false })), "existing"],
  ["refused", () => refusing(endpoints.anonymousSignup, 403, refusal("token_refused")), "refused"],
] as const)("a sign-up that is %s", async (_, answer, outcome) => {
  upstream.use(answer());
  const form = await page("/account");
  vi.setSystemTime(Date.now() + 30_000);
  const fields = fieldsOf(form, { email: "member@example.com" }, "form.sign-up");
  expect(await events(() => post("/account", fields))).toEqual([`a sign-up: ${outcome}`]);
});

it("a sign-up whose form did not pass", async () => {
  const fields = fieldsOf(await page("/account"), { email: "member@example.com", stamp: "" }, "form.sign-up");
  expect(await events(() => post("/account", fields))).toEqual(["a sign-up: form"]);
});

it("receipts that are not opened", async () => {
  expect(await events(async () => get(`${await withKey()}x`))).toEqual(["receipts: brokenKey"]);
  upstream.use(refusing(endpoints.invoiceList, 403, makeApiError({ code: 403 })));
  expect(await events(async () => get("/receipts", await signedIn()))).toEqual(["receipts: ended"]);
});
