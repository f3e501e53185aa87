import fc from "fast-check";
import { expect, it } from "vitest";
import { isEmail, tidyEmail } from "~/forms/email.server";
import { runs } from "../setup/effort";

it.each(["a@b.co", "first.last@example.com", "a_b-c.9@sub.example.co", "X.Y@a-b.example", "1@2.com"])(
  "%s is an e-mail address",
  (text) => expect(isEmail(text)).toBe(true),
);

it.each([
  "",
  "@example.com",
  "a@",
  "a@b",
  "a@b.c",
  "a..b@example.com",
  ".a@example.com",
  "a.@example.com",
  "a+b@example.com",
  "a b@example.com",
  "a@Example.com",
  "a@example.c0m",
  "a@-example.com",
  "a@example-.com",
  "a@example..com",
  "a@b@example.com",
  "ä@example.com",
  "a@example.com\n",
  "a@example.com,b@example.com",
])("%j is none", (text) => expect(isEmail(text)).toBe(false));

it.each([
  ["  a@example.com \n", "a@example.com"],
  ["First.Last@Example.COM", "First.Last@example.com"],
  ["no address", "no address"],
  ["", ""],
])("%j is put right to %j", (typed, address) => expect(tidyEmail(typed)).toBe(address));

it("tidying twice changes nothing more", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.emailAddress()), (text) => {
      expect(tidyEmail(tidyEmail(text))).toBe(tidyEmail(text));
    }),
    { numRuns: runs(10_000) },
  );
});

it.each([
  ["dots", "a.".repeat(50_000)],
  ["labels", `a@${"a.".repeat(50_000)}`],
  ["hyphens", `a@a${"-".repeat(100_000)}`],
  ["a long local part", `${"a".repeat(100_000)}!`],
])("a hundred thousand characters of %s are refused at once", (_, text) => {
  const started = performance.now();
  expect(isEmail(text)).toBe(false);
  expect(performance.now() - started).toBeLessThan(5_000);
});
