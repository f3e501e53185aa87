import { JSDOM } from "jsdom";
import { describe, expect, it } from "vitest";
import { directionOf, LOCALES, type LocaleCode, localeOf } from "~/i18n/locales";
import type { Letter, Receipt } from "../../mails/letter";
import { renderLetter } from "../../mails/render-letter";
import { TEMPLATE_SENDER, templates } from "../../mails/templates";
import { isFull } from "../setup/effort";

/** A window for each letter would take longer than all the rest. */
const { DOMParser } = new JSDOM().window;
const TEMPLATES = templates(14);
const LETTERS = TEMPLATES.map(({ letter }) => letter);

const namedLetter = (name: string): Letter => {
  const found = TEMPLATES.find((one) => one.name === name)?.letter;
  if (found === undefined) throw new Error(`there is no template ${name}`);
  return found;
};

const receiptOf = (name: string): Receipt => {
  const letter = namedLetter(name);
  if (letter.kind !== "receipt") throw new Error(`${name} is no receipt`);
  return letter.receipt;
};

/** The names of all slots in a text. */
const slotsIn = (text: string): string[] => [...new Set(text.match(/{{\w+}}/g) ?? [])].sort();

/** The slots that a letter was given: its values, and who writes. */
const slotsOf = (letter: Letter): string[] => slotsIn(JSON.stringify([letter, TEMPLATE_SENDER]));

/** What a reader of the HTML reads, without the invisible isolating characters. */
function readingOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return (body.textContent ?? "").replace(/[\u2068\u2069]/g, "");
}

/** That each language has the placeholders of the English messages is tested with the messages. */
const READ_WHOLE: readonly LocaleCode[] = isFull ? LOCALES.map(({ code }) => code) : ["en", "ar"];

describe.each(READ_WHOLE)("in %s", (lang) => {
  it.each(TEMPLATES.map(({ name, letter }) => [name, letter] as const))(
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
});

describe.each(LOCALES.map(({ code }) => code))("in %s", (lang) => {
  it("is written in its language and direction", () => {
    const { html } = renderLetter(lang, namedLetter("receipt-once"), TEMPLATE_SENDER);
    const { documentElement: root } = new JSDOM(html).window.document;
    expect([root.lang, root.dir]).toEqual([localeOf(lang).tag, directionOf(lang)]);
  });
});

/** What every confirmation names, as the slots of its template. */
const ALWAYS = ["{{app}}", "{{plan}}", "{{date}}", "{{order_number}}", "{{total}}", "{{seller}}", "{{support_email}}"];
const AGREED = ["{{agreed}}", "{{terms_version}}", "{{terms_link}}", "{{withdraw_link}}", "{{withdraw_until}}"];
const RENEWS = ["{{next_price}}", "{{next_date}}", "{{every}}", "{{cancel_link}}"];
const TRIAL = ["{{trial_length}}", "{{trial_last_day}}"];

describe("a confirmation to keep", () => {
  it.each([
    ["receipt-subscription", [...AGREED, ...RENEWS]],
    ["receipt-trial", [...AGREED, ...RENEWS, ...TRIAL]],
    ["receipt-free-trial", [...AGREED, ...TRIAL, "{{end_date}}", "None (your plan doesn’t renew)"]],
    ["receipt-once", [...AGREED, "{{end_date}}", "None (your plan doesn’t renew)"]],
    ["receipt-renewal", [...RENEWS, "{{terms_version}}"]],
  ])("(%s) names everything that was sold, and what follows", (name, facts) => {
    const { html, text } = renderLetter("en", namedLetter(name), TEMPLATE_SENDER);
    for (const fact of [...ALWAYS, ...facts, "a VPN service", "Complaints"])
      for (const part of [text, readingOf(html)]) expect(part, fact).toContain(fact);
  });

  it("has the right to withdraw with days, way and the model form, where there is one", () => {
    const { text } = renderLetter("en", namedLetter("receipt-once"), TEMPLATE_SENDER);
    for (const words of [
      "You can withdraw from the contract within 14 days, no reason needed.",
      "by email to {{support_email}}, or on this page:\n{{withdraw_link}}",
      "within 14 days at the latest",
      "Model withdrawal form",
      "To: {{company}}, {{support_email}}",
      "for the provision of the following service: {{app}}, {{plan}}",
      "Ordered on (*)/received on (*): {{date}} ({{order_number}})",
    ])
      expect(text).toContain(words);
  });

  it("says nothing of a right to withdraw that there is not, nor with a later payment", () => {
    const once = templates(undefined).find(({ name }) => name === "receipt-once")?.letter;
    for (const letter of [once, namedLetter("receipt-renewal")])
      expect(letter && renderLetter("en", letter, TEMPLATE_SENDER).text).not.toMatch(/withdraw/i);
  });

  it("is sent with the first payment: a later one's receipt says that the plan has renewed", () => {
    const textOf = (name: string) => renderLetter("en", namedLetter(name), TEMPLATE_SENDER).text;
    expect(textOf("receipt-subscription")).toContain("This is your receipt and the confirmation of your contract.");
    expect(textOf("receipt-renewal")).toMatch(/^Your plan has renewed\n/);
    expect(textOf("receipt-renewal")).not.toMatch(/confirmation|order\b(?!_)/);
  });

  it("leaves out what is not known, and names a tax as the API does", () => {
    const receipt = {
      ...receiptOf("receipt-once"),
      statement: undefined,
      follows: undefined,
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
    expect(text).toContain("Price: $10.00\nIncludes VAT (20%): $1.67\nTotal: {{total}}");
    expect(text).not.toMatch(/Next payment|On your statement/);
  });
});

it.each(["trialEnds", "renewsSoon"])(
  "a reminder (%s) names plan, order, last day, payment and how long its link works",
  (name) => {
    const { text } = renderLetter("en", namedLetter(name), TEMPLATE_SENDER);
    expect(text).toContain(
      "Plan: {{plan}}\nOrder: {{order_number}}\nName: {{name}}\nLast day to cancel: {{last_day}}\nNext payment: {{price}} on {{date}}",
    );
    expect(text).toContain("The link works until {{link_until}} and opens only this contract.");
  },
);

it("a trial ends on the last day on which it can be cancelled, not on that of the payment", () => {
  expect(renderLetter("en", namedLetter("trialEnds"), TEMPLATE_SENDER).subject).toBe("Your trial ends on {{last_day}}");
});

it.each([
  ["cancelled", "Declaration: Cancellation\nReceived: {{time}}\nActive until: {{date}}"],
  ["resumed", "Declaration: Cancellation undone\nReceived: {{time}}\nNext payment: {{price}} on {{date}}"],
  [
    "withdrawn",
    "Declaration: Withdrawal from the contract\nReceived: {{time}}\nActive until: {{date}}\nRefund: {{price}}",
  ],
  ["withdrawnFree", "Declaration: Withdrawal from the contract\nReceived: {{time}}\nActive until: {{date}}"],
])("%s says of which contract what was declared, when, and what follows", (name, facts) => {
  const { text } = renderLetter("en", namedLetter(name), TEMPLATE_SENDER);
  expect(text).toContain(`Plan: {{plan}}\nOrder: {{order_number}}\nName: {{name}}\n${facts}`);
});

it("loads nothing from anywhere and carries no script", () => {
  for (const letter of LETTERS) {
    const { html } = renderLetter("en", letter, TEMPLATE_SENDER);
    expect(html).not.toMatch(/<(script|img|link|iframe|form)\b|url\(|@import/i);
  }
});

it("an address among the facts can be followed", () => {
  const receipt = { ...receiptOf("receipt-subscription"), cancelAt: "https://example.com/cancel?k=1_2_3" };
  const { html } = renderLetter(
    "en",
    { kind: "receipt", link: "https://example.com/", values: {}, receipt },
    TEMPLATE_SENDER,
  );
  const links = [...new JSDOM(html).window.document.querySelectorAll("a")].map(({ href }) => href);
  expect(links).toContain(receipt.cancelAt);
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

it("only a letter that anybody can ask for says what to do with one that was not asked for", () => {
  const unasked = LETTERS.filter((letter) => /didn’t ask/.test(renderLetter("en", letter, TEMPLATE_SENDER).text));
  expect(unasked.map(({ kind }) => kind)).toEqual(["signIn", "receiptsLink", "subscriptionLink"]);
});
