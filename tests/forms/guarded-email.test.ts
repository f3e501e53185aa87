import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { newEmailForm, readGuardedEmail, refusedByApi, SIGN_UP_FORM } from "~/forms/guarded-email.server";
import { forgetSendings } from "~/security/limits/rate-limit.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeApiError, makeGeo, makeParams } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering, refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeVisitor } from "../visitor/visitors";

const visitor = makeVisitor();
const RECAPTCHA = { site_key: "site-key", host: "https://www.recaptcha.net" };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-31T12:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
  forgetUpstream();
  forgetSendings();
});

/** Opens the form, takes half a minute over it, and sends it. */
async function signUp(entered: Record<string, string> = {}) {
  const { visitorFields } = await newEmailForm(SIGN_UP_FORM, "en", visitor);
  vi.setSystemTime(Date.now() + 30_000);
  return readGuardedEmail(
    { email: "member@example.com", ...visitorFields.fields, recasign: "", subject: "", ...entered },
    SIGN_UP_FORM,
    "en",
    visitor,
  );
}

const messageOf = (outcome: Awaited<ReturnType<typeof signUp>>) => (outcome.ok ? "" : outcome.again.errors[0]?.message);

it("an address that is entered without scripts is enough", async () => {
  expect(await signUp({ email: " Member@Example.COM " })).toEqual({
    ok: true,
    email: "Member@example.com",
    recasign: expect.stringMatching(/^nojs\./),
  });
});

it("the form says where the check's script is, if the payments API names one", async () => {
  upstream.use(answering(endpoints.commonParams, makeParams({ recaptcha: RECAPTCHA })));
  expect((await newEmailForm(SIGN_UP_FORM, "en", visitor)).botCheck).toEqual({
    siteKey: "site-key",
    host: "https://www.recaptcha.net",
  });
});

it.each([
  "http://www.recaptcha.net",
  "https://recaptcha.evil.example.com",
  "https://www.recaptcha.net.evil.example.com",
])("a script from %s is not loaded", async (host) => {
  upstream.use(answering(endpoints.commonParams, makeParams({ recaptcha: { site_key: "site-key", host } })));
  expect((await newEmailForm(SIGN_UP_FORM, "en", visitor)).botCheck).toBeUndefined();
});

it("without the payments API there is still a form", async () => {
  upstream.use(refusing(endpoints.commonParams, 503), refusing(endpoints.geoInfo, 503));
  expect(await newEmailForm(SIGN_UP_FORM, "en", visitor)).toMatchObject({ botCheck: undefined, gated: undefined });
});

it.each([
  ["", "Enter your email address"],
  ["member@", "Enter an email address like name@example.com"],
  ["mem+ber@", "Enter an email address like name@example.com"],
  ["mem+ber@example.com", "Plus signs (+) don’t work here. Enter an address without one."],
  [`${"a".repeat(250)}@example.com`, "This email address is too long"],
])("%j is a mistake of the field, and stays in the form", async (email, message) => {
  const outcome = await signUp({ email });
  const again = { values: { email }, heading: "Please check your details", errors: [{ field: "email" }] };
  expect(outcome).toMatchObject({ ok: false, status: 422, again });
  expect(messageOf(outcome)).toBe(message);
});

it("a mistyped mailbox is asked about once", async () => {
  const outcome = await signUp({ email: "member@gmial.com" });
  const open = {
    suggested: "member@gmail.com",
    text: "Did you mean member@gmail.com?",
    use: "Yes, change it",
    keep: "No, continue signing in",
  };
  expect(outcome).toMatchObject({ status: 200, again: { errors: [], question: { asked: "member@gmial.com", open } } });
  const kept = { email: "member@gmial.com", email_asked: "member@gmial.com" };
  expect(await signUp(kept)).toMatchObject({ ok: true, email: "member@gmial.com" });
});

it("a suggestion that is taken is shown before anybody signs up with it", async () => {
  const typed = { email: "member@gmial.com", email_asked: "member@gmial.com" };
  const shown = await signUp({ ...typed, email_use: "member@gmail.com" });
  expect(shown).toMatchObject({ ok: false, status: 200, again: { values: { email: "member@gmail.com" }, errors: [] } });
  expect(shown).toMatchObject({ again: { question: { asked: "member@gmail.com" } } });
  expect(await signUp({ email: "member@gmail.com", email_asked: "member@gmail.com" })).toMatchObject({ ok: true });
});

it("a suggestion somebody made up is held against the same rule", async () => {
  const shown = await signUp({ email: "a@gmial.com", email_asked: "a@gmial.com", email_use: "<script>" });
  expect(shown).toMatchObject({ ok: false, again: { values: { email: "<script>" } } });
  const outcome = await signUp({ email: "<script>", email_asked: "<script>" });
  expect(messageOf(outcome)).toBe("Enter an email address like name@example.com");
});

it("from China nobody signs up, and is told a way on; the entries stay", async () => {
  upstream.use(answering(endpoints.geoInfo, makeGeo({ country: "China", country_code: "CN" })));
  expect((await newEmailForm(SIGN_UP_FORM, "en", visitor)).gated).toContain("choose another country");
  const outcome = await signUp();
  expect(outcome).toMatchObject({ ok: false, status: 403, again: { values: { email: "member@example.com" } } });
  expect(messageOf(outcome)).toContain("choose another country");
});

it("a form that did not pass keeps its attempt and its stamp where sending it again can pass", async () => {
  const { fields } = (await newEmailForm(SIGN_UP_FORM, "en", visitor)).visitorFields;
  const outcome = await signUp({ ...fields, subject: "spam" });
  expect(outcome).toMatchObject({
    status: 422,
    again: { values: { email: "member@example.com", visitorFields: { fields } } },
  });
});

it("a form without a stamp of ours gets a new one", async () => {
  const outcome = await signUp({ stamp: "" });
  expect(messageOf(outcome)).toContain("(empty token)");
  expect(outcome).toMatchObject({ again: { values: { email: "member@example.com" } } });
});

it("a form is good for one address: sent again it passes, and with another one it is asked for once more, with a new stamp", async () => {
  const { fields } = (await newEmailForm(SIGN_UP_FORM, "en", visitor)).visitorFields;
  expect(await signUp(fields)).toMatchObject({ ok: true });
  expect(await signUp(fields)).toMatchObject({ ok: true });
  const other = await signUp({ ...fields, email: "other@example.com" });
  expect(other).toMatchObject({ ok: false, status: 422, again: { values: { email: "other@example.com" } } });
  expect(other.ok || other.again.values.visitorFields).toBeUndefined();
  expect(await signUp({ email: "other@example.com" })).toMatchObject({ ok: true });
});

it("whoever signs up too often is told when to come back", async () => {
  for (let n = 0; n < 5; n += 1) await signUp();
  const outcome = await signUp();
  expect(outcome).toMatchObject({ ok: false, status: 429, retryAfter: 450 });
  expect(messageOf(outcome)).toBe("Too many attempts. Try again in 8 minutes.");
});

it("what fails the bot check counts against its network only: nobody is locked out of their own address", async () => {
  const fail = () => readGuardedEmail({ email: "member@example.com", stamp: "" }, SIGN_UP_FORM, "en", visitor);
  for (let n = 0; n < 29; n += 1) expect(await fail()).toMatchObject({ status: 422 });
  expect(await signUp()).toMatchObject({ ok: true });
  expect(await fail()).toMatchObject({ status: 429 });
});

it("whoever passes the bot check with somebody else's address locks out nobody elsewhere", async () => {
  const sent = { email: "member@example.com", recasign: "made-up-token" };
  for (let n = 0; n < 6; n += 1) await readGuardedEmail(sent, SIGN_UP_FORM, "en", visitor);
  expect(await readGuardedEmail(sent, SIGN_UP_FORM, "en", visitor)).toMatchObject({ status: 429 });
  const owner = makeVisitor({ browser: "browser-2", caller: { ...visitor.caller, visitorIp: "203.0.113.9" } });
  expect(await readGuardedEmail(sent, SIGN_UP_FORM, "en", owner)).toMatchObject({ ok: true });
});

it.each([
  ["token_refused", "sign-up", "The security check didn’t go through"],
  ["token_empty", "sign-up", "The security check didn’t go through"],
  ["email_invalid", "email", "Enter an email address"],
  ["whatever", "sign-up", "We couldn’t sign you in"],
])("when the payments API says %s the form says so", (code, field, message) => {
  const apiError = makeApiError({ error: { code, message: "" } });
  const error = new UpstreamError("refused", { path: "/", requestId: "req-1", status: 400, apiError });
  const outcome = refusedByApi(error, { email: "member@example.com" }, SIGN_UP_FORM, "en", {
    token: "The security check didn’t go through",
    other: "We couldn’t sign you in",
  });
  expect(outcome).toMatchObject({ again: { errors: [{ field }], values: { email: "member@example.com" } } });
  expect(messageOf(outcome)).toContain(message);
});
