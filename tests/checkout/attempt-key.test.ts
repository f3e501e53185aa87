import { expect, it } from "vitest";
import { isAttemptOf, newAttempt } from "~/checkout/form-fields.server";
import { idempotencyKey } from "~/upstream/contract/values/scalars";

it("an attempt is an idempotency key, another one each time", () => {
  const attempts = Array.from({ length: 20 }, () => newAttempt("browser-1"));
  for (const attempt of attempts) expect(idempotencyKey.safeParse(attempt).success).toBe(true);
  expect(new Set(attempts).size).toBe(20);
});

it("it is known as the browser's own, and as no other's", () => {
  const attempt = newAttempt("browser-1");
  expect(isAttemptOf("browser-1", attempt)).toBe(true);
  expect(isAttemptOf("browser-2", attempt)).toBe(false);
});

it.each(["", "x", crypto.randomUUID(), "a".repeat(63)])("a key that we have not made (%s) is nobody's own", (key) => {
  expect(isAttemptOf("browser-1", key)).toBe(false);
});
