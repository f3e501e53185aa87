import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PROOFS, type Proof } from "~/accessibility/proofs";
import { statementOf } from "~/accessibility/statement.server";

/** The tests that hold each claim: a file, and words of a title in it. */
const HELD_BY: Readonly<Record<Proof, readonly (readonly [file: string, title: string])[]>> = {
  keyboard: [
    ["tests/journeys/full/accessibility.journey.ts", "a plan is bought by keyboard alone"],
    ["tests/journeys/full/provider-frames.journey.ts", "by keyboard alone"],
  ],
  withoutScripts: [
    ["tests/journeys/purchase.journey.ts", "a buyer goes from the home page to a paid plan"],
    ["tests/journeys/journey.ts", 'label: "without scripts"'],
  ],
  narrow: [["tests/journeys/full/every-language.journey.ts", "every page fits the narrowest phone in "]],
  names: [["tests/journeys/full/accessibility.journey.ts", "names for screen readers"]],
  mistakes: [
    ["tests/journeys/full/mistakes.journey.ts", "a mistyped e-mail address is pointed out and mended"],
    ["tests/forms/error-summary.test.tsx", "every mistake is a link to its field, in one alert with a heading"],
  ],
  contrast: [
    ["tests/journeys/full/accessibility.journey.ts", "contrast"],
    ["tests/visitor/brands.test.ts", "writes in its colours can be read"],
  ],
  direction: [["tests/i18n/formats.test.ts", "are written from right to left, all others from left to right"]],
  time: [["tests/enhance/toasts.test.tsx", "while a toast has the focus, and goes on from there"]],
};

const claims = PROOFS.flatMap((proof) => HELD_BY[proof].map(([file, title]) => [proof, file, title] as const));

it.each(claims)("the statement's claim %s is held by %s: %s", (_, file, title) => {
  expect(readFileSync(file, "utf8")).toContain(title);
});

it("the statement says each claim once, and where to write", () => {
  const { parts } = statementOf("en", "help@example.com");
  expect(parts[0]?.list).toHaveLength(PROOFS.length);
  expect(new Set(parts[0]?.list).size).toBe(PROOFS.length);
  expect(parts.at(-1)?.texts.join(" ")).toContain("help@example.com");
});
