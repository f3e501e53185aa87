import { expect, it } from "vitest";
import { featureTexts, questionsOf } from "~/offers/sale/reasons.server";

const answers = (...args: Parameters<typeof questionsOf>) => questionsOf(...args).questions.map(({ answer }) => answer);
const EMAIL = "help@example.com";

it("a brand whose file says nothing has no features, and promises neither money back nor a quick reply", () => {
  expect(featureTexts("en", {})).toEqual([]);
  const { questions } = questionsOf("en", {}, EMAIL);
  expect(questions.map(({ question }) => question)).toEqual([
    "Who sees my card?",
    "How do I cancel?",
    "What if something goes wrong?",
  ]);
  expect(questions.at(-1)?.answer).toBe("Write to help@example.com.");
});

it("at most three features are told, each with the right plural", () => {
  const features = { devices: 1, countries: 60, noLogs: true, allApps: true } as const;
  expect(featureTexts("en", { features })).toEqual([
    "1 device at a time",
    "Servers in 60 countries",
    "No activity logs",
  ]);
});

it("that a plan runs to the end of what is paid is not said where a month's notice ends it sooner", () => {
  const told = (country: string) => answers("en", { monthsNoticeIn: ["DE"] }, EMAIL, country)[1];
  expect(told("DE")).toContain("After that, you give a month’s notice, and unused time is refunded");
  expect(told("AT")).toContain("You keep the time you’ve paid for.");
});

it("money back and the time of a reply are told as the brand's file says them", () => {
  const refunds = { days: 30, except: ["renewals"] } as const;
  const all = answers("en", { refunds, replyHours: 24 }, EMAIL);
  expect(all[1]).toBe("30-day money-back guarantee. Excludes renewals.");
  expect(all.at(-1)).toBe("Write to help@example.com. We reply within 24 hours.");
});
