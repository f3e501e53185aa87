import fc from "fast-check";
import { expect, it } from "vitest";
import { EMAIL_INPUT_PATTERN, isEmail, tidyEmail } from "~/forms/email";
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

it("what the server takes, the browser's own check lets through", () => {
  // Browsers compile an input's pattern so.
  const inBrowser = new RegExp(`^(?:${EMAIL_INPUT_PATTERN})$`, "v");
  const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,8}[a-z0-9])?$/);
  const local = fc.stringMatching(/^[A-Za-z0-9_-]{1,8}(?:\.[A-Za-z0-9_-]{1,8}){0,2}$/);
  const address = fc.tuple(local, fc.array(label, { minLength: 1, maxLength: 3 }), fc.stringMatching(/^[a-z]{2,6}$/));
  fc.assert(
    fc.property(address, ([name, labels, last]) => {
      const text = `${name}@${[...labels, last].join(".")}`;
      expect([isEmail(text), inBrowser.test(text)]).toEqual([true, true]);
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
