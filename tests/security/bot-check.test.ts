import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { checkBot, ownToken, signTime } from "~/security/bot-check/bot-check.server";

const ATTEMPT = "2b1e7a34-5b0c-4f0e-9d57-3f1f0a9e4c11";
const OTHER = "9c6a2f10-77b1-4a55-8f0e-0d2f4f1e7b22";
const SHOWN = new Date("2026-01-31T12:00:00Z");

beforeEach(() => {
  vi.useFakeTimers({ now: SHOWN });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Sending {
  seconds?: number;
  fields?: Record<string, string>;
  attempt?: string;
}

/** A form that was shown at noon, sent so many seconds later. */
function send({ seconds = 30, fields = {}, attempt = ATTEMPT }: Sending = {}) {
  vi.setSystemTime(SHOWN.getTime() + seconds * 1000);
  const stamp = signTime("pay", ATTEMPT, SHOWN);
  return checkBot({ stamp, recasign: "", subject: "", ...fields }, "pay", attempt);
}

const passed = { ok: true, token: ownToken(ATTEMPT) };

it.each([2, 30, 7_199])("a form that is sent after %i s without scripts passes by the site's own proof", (seconds) => {
  expect(send({ seconds })).toEqual(passed);
});

it("a second click passes as the first one did", () => {
  send();
  expect(send()).toEqual(passed);
});

it("a token of the script goes on to the payments API, whatever else the form holds", () => {
  const fields = { recasign: "03AFcWeA_token", stamp: "", subject: "filled in" };
  expect(send({ seconds: 0, fields })).toEqual({ ok: true, token: "03AFcWeA_token" });
});

it("faster than a person is asked to send the same form again, and then passes", () => {
  expect(send({ seconds: 1 })).toEqual({ ok: false, mistake: "sendAgain", keepsForm: true });
  expect(send({ seconds: 3 })).toEqual(passed);
});

it("a form that was open for more than two hours is made anew", () => {
  expect(send({ seconds: 7_201 })).toEqual({ ok: false, mistake: "formTooOld", keepsForm: false });
});

it("the field nobody sees must be empty; filled in, the form comes back instead of being dropped", () => {
  expect(send({ fields: { subject: "Best prices" } })).toEqual({
    ok: false,
    mistake: "sendAgain",
    keepsForm: true,
  });
});

const tokenEmpty = { ok: false, mistake: "tokenEmpty", keepsForm: false };

it.each([
  ["no stamp", ""],
  ["a stamp that is none", "0.x"],
  ["a stamp whose time was changed", signTime("pay", ATTEMPT, SHOWN).replace(/^./, "0")],
  ["a stamp with more behind it", `${signTime("pay", ATTEMPT, SHOWN)}x`],
  ["the stamp of another attempt", signTime("pay", OTHER, SHOWN)],
  ["the stamp of another form", signTime("signUp", ATTEMPT, SHOWN)],
])("%s shows nothing, so no call is made with an empty token", (_, stamp) => {
  expect(send({ fields: { stamp } })).toEqual(tokenEmpty);
});

it("a stamp is not good for another attempt", () => {
  expect(send({ attempt: OTHER })).toEqual(tokenEmpty);
});

it.each([
  ["our own token", ownToken(ATTEMPT)],
  ["something like our own proof", "nojs.x"],
  ["spaces", "   "],
  ["more than the payments API takes", "x".repeat(4_097)],
  ["a line break", "token\r\nX-Evil: 1"],
])("%s in the token's field is no token", (_, recasign) => {
  expect(send({ fields: { recasign, stamp: "" } })).toEqual(tokenEmpty);
});
