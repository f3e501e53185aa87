import fc from "fast-check";
import { expect, it } from "vitest";
import { campaignIn } from "~/visitor/attribution/attribution";
import { cookieHeader } from "~/visitor/browser/cookies.server";
import { runs } from "../setup/effort";

const campaignAt = (query: string) => campaignIn(new URLSearchParams(query));

it.each([
  ["utm_source=mail", { utm_source: "mail" }],
  ["UTM_Source=mail&Utm_Medium=video", { utm_source: "mail", utm_medium: "video" }],
  ["utm_term=first&utm_term=second", { utm_term: "first" }],
  ["utm_campaign=%20spring%20sale%20", { utm_campaign: "spring sale" }],
  ["utm_content=%D9%85%DB%8C%E2%80%8C%D8%AE%D9%88%D8%A7%D9%87%D9%85", { utm_content: "می\u200cخواهم" }],
  ["utm_source=&utm_source=mail&utm_term=x", { utm_term: "x" }],
])("%s is a campaign", (query, campaign) => {
  expect(campaignAt(query)).toEqual(campaign);
});

it.each([
  "",
  "utm_source=",
  "utm_id=7",
  "utm_source=%20",
  "utm_source=a%0Ab",
  "utm_source=%00",
  "utm_source=%E2%80%AEa",
])("%j is none", (query) => {
  expect(campaignAt(query)).toBeUndefined();
});

it("a value has 100 characters at most, and none is cut in two", () => {
  expect(campaignAt(`utm_source=${"x".repeat(101)}`)?.utm_source).toBe("x".repeat(100));
  expect(campaignAt(`utm_source=${"🎁".repeat(101)}`)?.utm_source).toMatch(/^(🎁)+$/u);
});

const anyName = fc.constantFrom(
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "UTM_TERM",
  "utm_content",
  "__proto__",
  "x",
);
const anyValue = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.constantFrom('"'.repeat(200), "界".repeat(200), "🎁".repeat(200)),
);

it("whatever an address says, all of a campaign fits a cookie, and reading it again changes nothing", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyName, anyValue), { maxLength: 8 }), (pairs) => {
      const campaign = campaignIn(new URLSearchParams(pairs));
      if (campaign === undefined) return;
      expect(cookieHeader("campaign", JSON.stringify(campaign)).split(";")[0]?.length).toBeLessThanOrEqual(4096);
      expect(Object.values(campaign).join("")).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u);
      expect(campaignIn(new URLSearchParams(Object.entries(campaign)))).toEqual(campaign);
    }),
    { numRuns: runs(10_000) },
  );
});
