import { JSDOM } from "jsdom";
import { describe, expect, it } from "vitest";
import { directionOf, LOCALES, localeOf } from "~/i18n/locales";
import type { Letter } from "../../mails/letter";
import { renderLetter } from "../../mails/render-letter";
import { TEMPLATE_SENDER, TEMPLATES } from "../../mails/templates";

const LETTERS: Letter[] = Object.values(TEMPLATES);

/** The names of all slots in a text. */
const slotsIn = (text: string): string[] => [...new Set(text.match(/{{\w+}}/g) ?? [])].sort();

/** The slots that a letter was given: its values, and who writes. */
const slotsOf = (letter: Letter): string[] => slotsIn(JSON.stringify([letter, TEMPLATE_SENDER]));

/** What a reader of the HTML reads, without the invisible isolating characters. */
function readingOf(html: string): string {
  const { body } = new JSDOM(html).window.document;
  return (body.textContent ?? "").replace(/[\u2068\u2069]/g, "");
}

describe.each(LOCALES.map(({ code }) => code))("in %s", (lang) => {
  it.each(LETTERS.map((letter) => [letter.kind, letter] as const))(
    "%s says all that it was told, as HTML and as text",
    (_, letter) => {
      const { subject, html, text } = renderLetter(lang, letter, TEMPLATE_SENDER);
      expect(slotsIn(html)).toEqual(slotsOf(letter));
      expect(slotsIn(text)).toEqual(slotsOf(letter));
      expect(subject).not.toMatch(/[\n\u2068\u2069]/);
      expect(subject + html + text).not.toContain("\u2060");
      const paragraphs = text.replace(/[\u2068\u2069]/g, "").split(/\n\n|\u00a0?: |：|\n/);
      const shown = readingOf(html);
      expect(paragraphs.filter((part) => !shown.includes(part))).toEqual([]);
    },
  );

  it("is written in its language and direction", () => {
    const { html } = renderLetter(lang, TEMPLATES.receipt, TEMPLATE_SENDER);
    const { documentElement: root } = new JSDOM(html).window.document;
    expect([root.lang, root.dir]).toEqual([localeOf(lang).tag, directionOf(lang)]);
  });
});

it("loads nothing from anywhere and carries no script", () => {
  for (const letter of LETTERS) {
    const { html } = renderLetter("en", letter, TEMPLATE_SENDER);
    expect(html).not.toMatch(/<(script|img|link|iframe|form)\b|url\(|@import/i);
  }
});

it("a value that looks like markup stays text", () => {
  const values = { plan: "<img src=x onerror=alert(1)>", price: '"><script>' };
  const { html } = renderLetter(
    "en",
    { kind: "unfinished", link: "https://example.com/?a=1&b=2", values },
    TEMPLATE_SENDER,
  );
  expect(html).not.toMatch(/<(img|script)/);
  expect(readingOf(html)).toContain(values.plan);
  expect(new JSDOM(html).window.document.querySelector("a")?.href).toBe("https://example.com/?a=1&b=2");
});

it("a receipt leaves out what is not known, and names a tax as the API does", () => {
  const receipt = {
    ...TEMPLATES.receipt.receipt,
    statement: undefined,
    next: undefined,
    lines: [
      { kind: "plan", amount: "$10.00" },
      { kind: "tax", label: "Includes VAT (20%)", amount: "$1.67" },
    ],
  } as const;
  const { text } = renderLetter(
    "en",
    { kind: "receipt", link: "https://example.com/", values: {}, receipt },
    TEMPLATE_SENDER,
  );
  expect(text).toContain("Regular price: $10.00\nIncludes VAT (20%): $1.67\nTotal: {{total}}");
  expect(text).not.toMatch(/Next payment|On your statement/);
});

it("only a letter that anybody can ask for says what to do with one that was not asked for", () => {
  const unasked = LETTERS.filter((letter) => /didn’t ask/.test(renderLetter("en", letter, TEMPLATE_SENDER).text));
  expect(unasked.map(({ kind }) => kind)).toEqual(["signIn", "receiptsLink", "subscriptionLink"]);
});
