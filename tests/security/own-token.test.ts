import { expect, it } from "vitest";
import { ownToken } from "~/security/bot-check/bot-check.server";
import { botToken } from "~/upstream/contract/values/scalars";

const ATTEMPT = "2b1e7a34-5b0c-4f0e-9d57-3f1f0a9e4c11";

it("a repeated call of an attempt repeats its proof", () => {
  expect(ownToken(ATTEMPT)).toBe(ownToken(ATTEMPT));
});

it("every attempt has a proof of its own, and it says which one", () => {
  const other = ATTEMPT.replace("2", "3");
  expect(ownToken(ATTEMPT)).toContain(`nojs.${ATTEMPT}.`);
  expect(ownToken(other).split(".")[2]).not.toBe(ownToken(ATTEMPT).split(".")[2]);
});

it("the contract takes it", () => {
  expect(botToken.parse(ownToken(ATTEMPT))).toBe(ownToken(ATTEMPT));
});
