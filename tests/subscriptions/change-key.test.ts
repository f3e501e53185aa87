import { expect, it } from "vitest";
import { isChangeKeyOf, newChangeKey } from "~/subscriptions/changes/change-key.server";
import { idempotencyKey } from "~/upstream/contract/values/scalars";

const OWNER = { user_id: 42, signed_time: "1795000000", sign: "ab" };
const CHANGE = { subscriptionId: "sub_1", action: "cancel" } as const;

it("a key is good for its owner's change, by any of their links", () => {
  const key = newChangeKey(OWNER, CHANGE);
  expect(idempotencyKey.safeParse(key).success).toBe(true);
  expect(isChangeKeyOf(OWNER, CHANGE, key)).toBe(true);
  expect(isChangeKeyOf({ ...OWNER, sign: "cd" }, CHANGE, key)).toBe(true);
});

it("for nobody else, and for nothing else", () => {
  const key = newChangeKey(OWNER, CHANGE);
  expect(isChangeKeyOf({ ...OWNER, user_id: 7 }, CHANGE, key)).toBe(false);
  expect(isChangeKeyOf(OWNER, { ...CHANGE, subscriptionId: "sub_2" }, key)).toBe(false);
  expect(isChangeKeyOf(OWNER, { ...CHANGE, action: "withdraw" }, key)).toBe(false);
  expect(isChangeKeyOf(OWNER, CHANGE, `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`)).toBe(false);
});

it("two forms have two keys: what was cancelled, kept and cancelled again is cancelled", () => {
  expect(newChangeKey(OWNER, CHANGE)).not.toBe(newChangeKey(OWNER, CHANGE));
});
