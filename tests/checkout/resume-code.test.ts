import fc from "fast-check";
import { expect, it } from "vitest";
import { type Resume, readResumeCode, resumeCode } from "~/checkout/resume-code";
import { LOCALES } from "~/i18n/locales";
import { isCouponId } from "~/offers/offer";
import { runs } from "../setup/effort";

const RUNS = { numRuns: runs(10_000) };
const word = (longest: number) => fc.stringMatching(new RegExp(`^[A-Za-z0-9_-]{1,${longest}}$`));
const coupon = fc.oneof(word(64), fc.string({ minLength: 1, maxLength: 16, unit: "grapheme" }).filter(isCouponId));
const resume: fc.Arbitrary<Resume> = fc.record(
  {
    plan: word(64),
    country: fc.stringMatching(/^[A-Z]{2}$/),
    lang: fc.constantFrom(...LOCALES.map(({ code }) => code)),
    coupon,
    cps: fc.record({ type: fc.constantFrom("cj", "cf", "admitad"), cookie: word(128) }),
    app: fc.integer({ min: 1, max: 999_999_999 }),
    storeToken: fc.stringMatching(
      /^[A-Za-z0-9_-]{10,20}\.\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]{10,400}\.[A-Za-z0-9_-]{22}$/,
    ),
  },
  { requiredKeys: ["plan"] },
);

it("a checkout is told in a code that can be typed", () => {
  expect(resumeCode({ plan: "yearly", country: "GB", lang: "de" })).toBe("yearly.gb.de");
  expect(resumeCode({ plan: "yearly", country: "GB", lang: "zh-hant", coupon: "WELCOME20" })).toBe(
    "yearly.gb.zh-hant.c-WELCOME20",
  );
});

it("a code says again what it was made from", () => {
  fc.assert(
    fc.property(resume, (made) => {
      expect(readResumeCode(resumeCode(made))).toEqual(made);
    }),
    RUNS,
  );
});

it("an address carries a code unchanged", () => {
  fc.assert(
    fc.property(resume, (made) => {
      const code = resumeCode(made);
      expect(new URL(`/r/${code}`, "https://pay.example.com").pathname).toBe(`/r/${code}`);
      expect(encodeURIComponent(code)).toBe(code);
    }),
    RUNS,
  );
});

it.each([
  ["yearly", { plan: "yearly" }],
  ["yearly.GB.DE", { plan: "yearly", country: "GB", lang: "de" }],
  ["yearly.-.de", { plan: "yearly", lang: "de" }],
  [
    "yearly.gb.de.cj-click.c-X",
    { plan: "yearly", country: "GB", lang: "de", coupon: "X", cps: { type: "cj", cookie: "click" } },
  ],
])("%s, typed by hand, is read", (code, made) => {
  expect(readResumeCode(code)).toEqual(made);
});

it.each([
  "",
  ".",
  "..",
  "-.gb.de.",
  "yearly.",
  "yearly.gb.",
  "yearly.gbr.de",
  "yearly.gb.xx",
  "yearly.gb.de.",
  "yearly.gb.de.c-",
  "yearly.gb.de.c-A.c-B",
  "yearly.gb.de.cj-1.cf-2",
  "yearly.gb.de.app-1.app-2",
  "yearly.gb.de.app-0",
  "yearly.gb.de.app-1e3",
  "yearly.gb.de.c-~0000",
  "yearly.gb.de.c-~d800",
  "yearly.gb.de.c-~zzzz",
  "yearly.gb.de.__proto__",
  "yearly.gb.de.s-",
  "yearly.gb.de.s-a~b~c~d",
  "yearly.gb.de.s-a~~b~c~d.s-a~~b~c~d",
  "yearly.gb.constructor",
  "yea rly.gb.de",
  "//evil.example.com",
  "https://evil.example.com",
  "<script>",
  `yearly.gb.de.c-${"~0041".repeat(65)}`,
  "y".repeat(65),
  "yearly.".repeat(10_000),
])("%j is no code", (code) => {
  expect(readResumeCode(code)).toBeUndefined();
});

it("whatever is read makes a code that says the same", () => {
  const part = fc.oneof(
    word(4),
    fc.constantFrom("-", "gb", "de", "c-A", "cj-1", "cf-", "app-7", "~0041", "", "\u0000"),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const read = readResumeCode(parts.join("."));
      if (read !== undefined) expect(readResumeCode(resumeCode(read))).toEqual(read);
    }),
    RUNS,
  );
});
