import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { checkBot } from "~/visitor/bot-check.server";
import { type Guarded, stampForm } from "~/visitor/bot-check-stamp.server";
import { mintProof } from "~/visitor/no-script-proof.server";
import { forgetSendings } from "~/visitor/rate-limit.server";
import { makeVisitor } from "./visitors";

const ATTEMPT = "2b1e7a34-5b0c-4f0e-9d57-3f1f0a9e4c11";
const OTHER = "9c6a2f10-77b1-4a55-8f0e-0d2f4f1e7b22";
const SHOWN = new Date("2026-01-31T12:00:00Z");
const EMAIL = "buyer@example.com";

beforeEach(() => {
  vi.useFakeTimers({ now: SHOWN });
});
afterEach(() => {
  vi.useRealTimers();
  forgetSendings();
});

interface Sending {
  seconds?: number;
  guarded?: Guarded;
  fields?: Record<string, string>;
  attempt?: string;
  email?: string;
}

/** A form that was shown at noon, sent so many seconds later. */
async function send({ seconds = 30, guarded = "pay", fields = {}, attempt = ATTEMPT, email = EMAIL }: Sending = {}) {
  vi.setSystemTime(SHOWN.getTime() + seconds * 1000);
  const stamp = stampForm(guarded, ATTEMPT, SHOWN);
  const checking = checkBot(
    { stamp, recasign: "", subject: "", ...fields },
    { guarded, attempt, visitor: makeVisitor(), email },
  );
  await vi.advanceTimersByTimeAsync(5_000);
  return checking;
}

const passed = { ok: true, recasign: mintProof(ATTEMPT) };

it.each([2, 30, 7_199])(
  "a form that is sent after %i s without scripts passes by the site's own proof",
  async (seconds) => {
    expect(await send({ seconds })).toEqual(passed);
  },
);

it("a second click passes as the first one did", async () => {
  await send();
  expect(await send()).toEqual(passed);
});

it("a token of the script goes on to the payments API, whatever else the form holds", async () => {
  const fields = { recasign: "03AFcWeA_token", stamp: "", subject: "filled in" };
  expect(await send({ seconds: 0, fields })).toEqual({ ok: true, recasign: "03AFcWeA_token" });
});

it("faster than a person is asked to send the same form again, and then passes", async () => {
  expect(await send({ seconds: 1 })).toEqual({ ok: false, mistake: "sendAgain", keepsForm: true });
  expect(await send({ seconds: 3 })).toEqual(passed);
});

it("a form that was open for more than two hours is made anew", async () => {
  expect(await send({ seconds: 7_201 })).toEqual({ ok: false, mistake: "formTooOld", keepsForm: false });
});

it("the field nobody sees must be empty; filled in, the form comes back instead of being dropped", async () => {
  expect(await send({ fields: { subject: "Best prices" } })).toEqual({
    ok: false,
    mistake: "sendAgain",
    keepsForm: true,
  });
});

const tokenEmpty = { ok: false, mistake: "tokenEmpty", keepsForm: false };

it.each([
  ["no stamp", ""],
  ["a stamp that is none", "0.x"],
  ["a stamp whose time was changed", stampForm("pay", ATTEMPT, SHOWN).replace(/^./, "0")],
  ["a stamp with more behind it", `${stampForm("pay", ATTEMPT, SHOWN)}x`],
  ["the stamp of another attempt", stampForm("pay", OTHER, SHOWN)],
  ["the stamp of another form", stampForm("signUp", ATTEMPT, SHOWN)],
])("%s shows nothing, so no call is made with an empty token", async (_, stamp) => {
  expect(await send({ fields: { stamp } })).toEqual(tokenEmpty);
});

it("a stamp is not good for another attempt", async () => {
  expect(await send({ attempt: OTHER })).toEqual(tokenEmpty);
});

it.each([
  ["our own proof", mintProof(ATTEMPT)],
  ["something like our own proof", "nojs.x"],
  ["spaces", "   "],
  ["more than the payments API takes", "x".repeat(4_097)],
  ["a line break", "token\r\nX-Evil: 1"],
])("%s in the token's field is no token", async (_, recasign) => {
  expect(await send({ fields: { recasign, stamp: "" } })).toEqual(tokenEmpty);
});

it("whoever signs up too often is told when to come back, script or not", async () => {
  for (let n = 0; n < 5; n += 1) await send({ guarded: "signUp" });
  const refusal = { ok: false, mistake: "tooOften", keepsForm: true, retryAfter: 600 };
  expect(await send({ guarded: "signUp" })).toEqual(refusal);
  expect(await send({ guarded: "signUp", fields: { recasign: "03AFcWeA_token" } })).toEqual(refusal);
});

it("whoever pays too often is never turned away: they wait two seconds", async () => {
  for (let n = 0; n < 10; n += 1) await send();
  const stamp = stampForm("pay", ATTEMPT, SHOWN);
  let done: unknown;
  checkBot({ stamp }, { guarded: "pay", attempt: ATTEMPT, visitor: makeVisitor(), email: EMAIL }).then((check) => {
    done = check;
  });
  await vi.advanceTimersByTimeAsync(1_999);
  expect(done).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual(passed);
});
