import fc from "fast-check";
import { expect, it } from "vitest";
import { isEmail } from "~/forms/email";
import { questionAbout, suggestedEmail, withEmailAnswer } from "~/forms/email.server";
import { runs } from "../setup/effort";

it.each([
  ["name@gmial.com", "name@gmail.com"],
  ["First.Last@gmal.com", "First.Last@gmail.com"],
  ["name@gmail.con", "name@gmail.com"],
  ["name@hotmial.com", "name@hotmail.com"],
  ["name@yaho.com", "name@yahoo.com"],
  ["name@icloud.co", "name@icloud.com"],
])("for %s %s was probably meant", (typed, meant) => {
  expect(suggestedEmail(typed)).toBe(meant);
});

it.each([
  "name@gmail.com",
  "name@gmx.net",
  "name@libero.it",
  "name@list.ru",
  "name@ya.ru",
  "name@email.com",
  "name@web.de",
  "name@yahoo.co.jp",
  "name@example.com",
  "name@company.dev",
])("nobody is asked about %s", (typed) => {
  expect(suggestedEmail(typed)).toBeUndefined();
});

it("a suggestion is always an address, with the same name before the @", () => {
  const label = fc.stringMatching(/^[a-z0-9]{1,9}$/);
  const local = fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/);
  const typed = fc
    .tuple(local, label, fc.constantFrom("com", "con", "co", "net", "de", "ru", "co.uk"))
    .map(([name, domain, last]) => `${name}@${domain}.${last}`);
  fc.assert(
    fc.property(typed, (email) => {
      const suggested = suggestedEmail(email);
      fc.pre(suggested !== undefined);
      expect([isEmail(suggested), suggested.split("@")[0]]).toEqual([true, email.split("@")[0]]);
    }),
    { numRuns: runs(10_000) },
  );
});

const TYPED = "name@gmial.com";
const MEANT = "name@gmail.com";

it("an address is asked about once", () => {
  expect(questionAbout(TYPED, undefined)).toEqual({ asked: TYPED, suggested: MEANT });
  expect(questionAbout(TYPED, TYPED)).toBeUndefined();
});

it("another mistyped address is asked about again", () => {
  expect(questionAbout("name@gmal.com", TYPED)).toEqual({ asked: "name@gmal.com", suggested: MEANT });
});

it("the suggestion that was taken replaces what was typed", () => {
  const answered = withEmailAnswer({ email: TYPED, email_asked: TYPED, email_use: MEANT });
  expect(answered.email).toBe(MEANT);
});

it("spaces and capitals of a phone's keyboard are no change", () => {
  expect(withEmailAnswer({ email: " name@Gmial.com", email_asked: TYPED, email_use: MEANT }).email).toBe(MEANT);
});

it("an address that was changed by hand beats the suggestion", () => {
  const answered = withEmailAnswer({ email: "me@example.com", email_asked: TYPED, email_use: MEANT });
  expect(answered.email).toBe("me@example.com");
});
