import { rmSync } from "node:fs";
import { HttpResponse, http } from "msw";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ownToken } from "~/security/bot-check/bot-check.server";
import type { SiteProofs } from "../../../payments/environment/read-environment";
import { botCheck } from "../../../payments/parts/check-bot";
import { recaptcha } from "../../../payments/parts/recaptcha";
import { type Db, openDatabase } from "../../../payments/store/database";
import { upstream } from "../../mocks/server";
import { makeDataFolder } from "../../setup/data-folder";

let db: Db;
const folder = makeDataFolder("bot-check-");
beforeAll(async () => {
  db = await openDatabase(folder);
});
beforeEach(async () => {
  await db.deleteFrom("bot_check_tokens").execute();
});
afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const NOW = Date.parse("2026-03-01T12:00:00Z");
const ORIGIN = "https://www.recaptcha.net";
const VERIFY = `${ORIGIN}/recaptcha/api/siteverify`;
const PERSON = { success: true, score: 0.9, action: "sign_up", hostname: "pay.shop.example" };
const DUPLICATE = { success: false, "error-codes": ["timeout-or-duplicate"] };
const token = { word: "03A-a-token", action: "sign_up" };

/** Google, which knows each token once. */
function google(verdict: object) {
  const asked: string[] = [];
  const answer = http.post(VERIFY, async ({ request }) => {
    const sent = new URLSearchParams(await request.text());
    const isAgain = asked.includes(String(sent.get("response")));
    asked.push(String(sent.get("response")));
    expect(sent.get("secret")).toBe("the-secret");
    return HttpResponse.json(isAgain ? DUPLICATE : verdict);
  });
  upstream.use(answer);
  return asked;
}

const warnings: string[] = [];
const log = { info: () => {}, warn: (_facts: object, text: string) => void warnings.push(text), error: () => {} };

function judge() {
  const keys = { siteKey: "key", secret: "the-secret", origin: ORIGIN, least: 0.5 };
  const script = recaptcha({ ...keys, siteOrigin: "https://pay.shop.example", db, log });
  const check = botCheck({ script, siteProofs: { kind: "refused" } });
  const spend = async (asked = token, at = NOW) => {
    const step = await check(asked, at);
    return db.transaction().execute(step);
  };
  return { check, spend };
}

it("a person's token passes, once", async () => {
  google(PERSON);
  const { spend } = judge();
  expect(await spend()).toBeUndefined();
  expect(await spend()).toBe("token_refused");
});

it.each([
  ["of a machine", { ...PERSON, score: 0.1 }],
  ["made for another form", { ...PERSON, action: "pay_submit" }],
  ["made on another site", { ...PERSON, hostname: "pay.evil.example" }],
  ["that Google does not know", { success: false, "error-codes": ["invalid-input-response"] }],
])("a token %s does not pass", async (_what, verdict) => {
  google(verdict);
  const { spend } = judge();
  expect(await spend()).toBe("token_refused");
});

it("a call that a crash ended before its transaction passes when it is repeated, within two minutes", async () => {
  const asked = google(PERSON);
  const { check, spend } = judge();
  await check(token, NOW);
  expect(await spend(token, NOW + 119_000)).toBeUndefined();
  expect(asked).toHaveLength(2);
  const late = { ...token, word: "03A-another" };
  await check(late, NOW);
  expect(await spend(late, NOW + 121_000)).toBe("token_refused");
});

it("what is rolled back with its order has not spent the token", async () => {
  google(PERSON);
  const { check, spend } = judge();
  const step = await check(token, NOW);
  const failing = db.transaction().execute(async (tx) => {
    await step(tx);
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  expect(await spend()).toBeUndefined();
});

it("two calls with one token at the same time ask once, and one of them passes", async () => {
  const asked = google(PERSON);
  const { check } = judge();
  const steps = await Promise.all([check(token, NOW), check(token, NOW)]);
  const answers = await Promise.all(steps.map((step) => db.transaction().execute(step)));
  expect(asked).toHaveLength(1);
  expect(answers.toSorted()).toEqual(["token_refused", undefined]);
});

it.each([
  ["does not answer", () => HttpResponse.error()],
  ["is out of order", () => new HttpResponse(null, { status: 503 })],
  ["does not know our secret", () => HttpResponse.json({ success: false, "error-codes": ["invalid-input-secret"] })],
])("while Google %s, buyers pass, and the log says so", async (_what, answer) => {
  upstream.use(http.post(VERIFY, answer));
  warnings.length = 0;
  const { spend } = judge();
  expect(await spend()).toBeUndefined();
  expect(warnings).toEqual(["payments: reCAPTCHA gives no verdict, so a token passes"]);
});

const ATTEMPT = "4f4e6d2c-8b3a-4f61-9a57-0c1d2e3f4a5b";
const SITES = process.env.SESSION_SECRETS ?? "";

it.each<[string, string, SiteProofs, string | undefined]>([
  ["the site's own proof", ownToken(ATTEMPT), { kind: "checked", secrets: ["the-new-one", SITES] }, undefined],
  [
    "one of another attempt",
    ownToken(ATTEMPT).replace("4f4e", "5f4e"),
    { kind: "checked", secrets: [SITES] },
    "proof_refused",
  ],
  ["one of another site", ownToken(ATTEMPT), { kind: "checked", secrets: ["of-another-site"] }, "proof_refused"],
  ["one that is made up", "nojs.", { kind: "checked", secrets: [SITES] }, "proof_refused"],
  ["any, where they are accepted", "nojs.made.up", { kind: "accepted" }, undefined],
  ["a good one, where they are refused", ownToken(ATTEMPT), { kind: "refused" }, "proof_refused"],
  ["an empty token", "", { kind: "accepted" }, "token_empty"],
  ["a script's, where there is none", "03A-a-token", { kind: "accepted" }, "token_refused"],
])("%s", async (_what, word, siteProofs, expected) => {
  const step = await botCheck({ script: undefined, siteProofs })({ word, action: "sign_up" }, NOW);
  expect(await db.transaction().execute(step)).toBe(expected);
});
