import { describe, expect, it } from "vitest";
import { isChangeKeyOf, newChangeKey } from "~/subscriptions/change-subscription.server";
import { idempotencyKey } from "~/upstream/contract/values/scalars";

const OWNER = { user_id: 42, signed_time: "1795000000", sign: "ab" };
const CHANGE = { subscriptionId: "sub_1", action: "cancel" } as const;
const byLink = (owner = OWNER) => ({ owner, by: "link" }) as const;
const byKey = (owner = OWNER) => ({ owner, by: "key" }) as const;

it("a key is good for its user's change, by any of their links", () => {
  const key = newChangeKey(byLink(), CHANGE);
  expect(idempotencyKey.safeParse(key).success).toBe(true);
  expect(isChangeKeyOf(byLink(), CHANGE, key)).toBe(true);
  expect(isChangeKeyOf(byLink({ ...OWNER, sign: "cd" }), CHANGE, key)).toBe(true);
});

describe("it is not good", () => {
  it("for another user, nor for anything else", () => {
    const key = newChangeKey(byLink(), CHANGE);
    expect(isChangeKeyOf(byLink({ ...OWNER, user_id: 7 }), CHANGE, key)).toBe(false);
    expect(isChangeKeyOf(byLink(), { ...CHANGE, subscriptionId: "sub_2" }, key)).toBe(false);
    expect(isChangeKeyOf(byLink(), { ...CHANGE, action: "withdraw" }, key)).toBe(false);
    expect(isChangeKeyOf(byLink(), CHANGE, `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`)).toBe(false);
  });

  it("for the key of another order, which somebody else may have bought with the same address", () => {
    const key = newChangeKey(byKey(), CHANGE);
    expect(isChangeKeyOf(byKey(), CHANGE, key)).toBe(true);
    expect(isChangeKeyOf(byKey({ ...OWNER, sign: "cd" }), CHANGE, key)).toBe(false);
    expect(isChangeKeyOf(byLink(), CHANGE, key)).toBe(false);
  });
});

it("two forms have two keys: what was cancelled, kept and cancelled again is cancelled", () => {
  expect(newChangeKey(byLink(), CHANGE)).not.toBe(newChangeKey(byLink(), CHANGE));
});
