import fc from "fast-check";
import { expect, it } from "vitest";
import { isEmail, questionAbout, suggestedEmail, withSuggestion } from "~/forms/email.server";
import { MAIL_DOMAINS } from "~/forms/mail-domains.server";
import { runs } from "../setup/effort";

it.each([
  ["name@gmial.com", "name@gmail.com"],
  ["First.Last@gmal.com", "First.Last@gmail.com"],
  ["name@gmail.con", "name@gmail.com"],
  ["name@hotmial.com", "name@hotmail.com"],
  ["name@yaho.com", "name@yahoo.com"],
  ["name@icloud.co", "name@icloud.com"],
  ["name@gmial.con", "name@gmail.com"],
  ["name@yaho.con", "name@yahoo.com"],
  ["name@gmx.con", "name@gmx.com"],
  ["name@outlok.con", "name@outlook.com"],
  ["name@yahoo.co.jo", "name@yahoo.co.jp"],
  ["name@yandex.r", "name@yandex.ru"],
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
  "name@company.con",
  "name@acme.com",
  "name@abc.com",
])("nobody is asked about %s", (typed) => {
  expect(suggestedEmail(typed)).toBeUndefined();
});

/** A known domain with letters left out, doubled, swapped or replaced; or any other. */
const anyDomain = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...MAIL_DOMAINS),
      fc.array(fc.tuple(fc.nat(20), fc.stringMatching(/^[a-z.]{0,2}$/)), { maxLength: 3 }),
    )
    .map(([domain, slips]) =>
      slips.reduce((text, [place, letters]) => text.slice(0, place) + letters + text.slice(place + 1), domain),
    ),
  fc
    .tuple(fc.stringMatching(/^[a-z0-9]{1,9}$/), fc.constantFrom("com", "con", "co", "net", "de", "ru", "co.uk"))
    .map((labels) => labels.join(".")),
);

it("a suggestion is always the same name at a domain we know, and is not itself asked about", () => {
  const local = fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/);
  let suggestions = 0;
  fc.assert(
    fc.property(local, anyDomain, (name, domain) => {
      const email = `${name}@${domain}`;
      fc.pre(isEmail(email));
      const suggested = suggestedEmail(email);
      if (suggested === undefined) return;
      suggestions += 1;
      const [suggestedName, suggestedDomain = ""] = suggested.split("@");
      expect([isEmail(suggested), suggestedName]).toEqual([true, name]);
      expect(MAIL_DOMAINS).toContain(suggestedDomain);
      expect(suggestedEmail(suggested)).toBeUndefined();
    }),
    { numRuns: runs(2_000) },
  );
  expect(suggestions).toBeGreaterThan(0);
});

it("nobody is asked about a domain we know, and none is named twice", () => {
  expect(MAIL_DOMAINS.filter((domain) => suggestedEmail(`name@${domain}`) !== undefined)).toEqual([]);
  expect(new Set(MAIL_DOMAINS).size).toBe(MAIL_DOMAINS.length);
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

it("the suggestion that was taken replaces what was typed, and is not asked about", () => {
  const changed = withSuggestion({ email: TYPED, email_asked: TYPED, email_use: MEANT });
  expect(changed).toMatchObject({ email: MEANT, email_asked: MEANT });
});

it("spaces and capitals of a phone's keyboard are no change", () => {
  expect(withSuggestion({ email: " name@Gmial.com", email_asked: TYPED, email_use: MEANT })?.email).toBe(MEANT);
});

it("an address that was changed by hand beats the suggestion", () => {
  const changed = withSuggestion({ email: "me@example.com", email_asked: TYPED, email_use: MEANT });
  expect(changed?.email).toBe("me@example.com");
});

it("whoever takes no suggestion changes nothing", () => {
  expect(withSuggestion({ email: TYPED, email_asked: TYPED })).toBeUndefined();
});
