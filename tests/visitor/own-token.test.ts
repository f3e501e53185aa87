import { expect, it } from "vitest";
import { proof } from "~/upstream/contract/scalars";
import { mintProof } from "~/visitor/bot-check/own-token.server";

const ATTEMPT = "2b1e7a34-5b0c-4f0e-9d57-3f1f0a9e4c11";

it("a repeated call of an attempt repeats its proof", () => {
  expect(mintProof(ATTEMPT)).toBe(mintProof(ATTEMPT));
});

it("every attempt has a proof of its own, and it says which one", () => {
  const other = ATTEMPT.replace("2", "3");
  expect(mintProof(ATTEMPT)).toContain(`nojs.${ATTEMPT}.`);
  expect(mintProof(other).split(".")[2]).not.toBe(mintProof(ATTEMPT).split(".")[2]);
});

it("the contract takes it", () => {
  expect(proof.parse(mintProof(ATTEMPT))).toBe(mintProof(ATTEMPT));
});
