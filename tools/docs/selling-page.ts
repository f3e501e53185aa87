import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { READ_MARK, tableText, withPart } from "./looked-up";

const docs = (name: string): string => resolve(import.meta.dirname, "../../docs", name);
export const SELLING_PAGE = docs("selling.md");

/** Where in the page each part's rules stand, between two marks. */
const PARTS = ["before", "after", "seller", "apps", "watched"] as const;

const asked = z.strictObject({
  /** A country, a state, or a card network. */
  by: z.string().min(1),
  /** The law and its article, and what differs there from the rule in general. */
  law: z.string().min(1),
  /** When it came into force, or will: a year, a month, or a day. */
  since: z
    .string()
    .regex(/^\d{4}(-\d\d){0,2}$/)
    .optional(),
  /** Whether whoever looked it up read the law, somebody who quotes it, or neither. */
  read: z.enum(["original", "quoted", "unread"]),
});

const rule = z
  .strictObject({
    part: z.enum(PARTS),
    rule: z.string().min(1),
    asked: z.array(asked).min(1),
    /** Where the site meets it. */
    here: z.string().optional(),
    /** What it does not meet. */
    notMet: z.string().optional(),
    /** What only whoever sells can do. */
    operator: z.string().optional(),
    /** Of a rule of an app store: what whoever sells has to enrol in before, in this order. */
    enrol: z.array(z.string().min(1)).min(1).optional(),
    /** The tests that fail when it is not met any more. */
    heldBy: z.array(z.string()),
    /** The journeys in which a buyer sees it, in the language of somebody who asks for it. */
    seenIn: z.array(z.string()).min(1).optional(),
    /** Why no screen or letter shows it. */
    unseen: z.string().min(1).optional(),
    /** When somebody last looked it up. */
    lookedAt: z.iso.date(),
  })
  .refine(({ heldBy, operator, notMet }) => heldBy.length > 0 || operator !== undefined || notMet !== undefined, {
    error: "says neither which test holds it, nor what the operator does, nor what is not met",
  })
  .refine(({ here, seenIn, unseen }) => [seenIn, unseen].filter((one) => one !== undefined).length === (here ? 1 : 0), {
    error: "where the site meets it, it says either in which journeys that is seen or why there is nothing to see",
  });
type Rule = z.output<typeof rule>;

/** Every rule, as docs/selling-rules.json has it. @throws where one is incomplete */
export const RULES: readonly Rule[] = z.array(rule).parse(JSON.parse(readFileSync(docs("selling-rules.json"), "utf8")));

function askedText({ asked: all }: Rule): string {
  const texts = all.map(
    ({ by, law, since, read }) => `${by}${READ_MARK[read]}: ${law}${since === undefined ? "" : ` (${since})`}`,
  );
  return texts.join("<br>");
}

const hereText = ({ here, notMet, operator }: Rule): string =>
  [here, notMet && `**not met:** ${notMet}`, operator && `**operator:** ${operator}`]
    .filter((text) => text !== undefined)
    .join(". ");

const list = (paths: readonly string[]): string => paths.map((path) => `\`${path}\``).join(", ") || "–";

const row = (one: Rule): string[] => {
  const { rule, heldBy, seenIn = [], unseen, lookedAt } = one;
  return [rule, askedText(one), hereText(one), list(heldBy), unseen ?? list(seenIn), lookedAt];
};

const HEADS = ["rule", "who asks, since", "here", "held by", "seen in", "looked up"];

const table = (part: Rule["part"]): string =>
  tableText(
    HEADS,
    RULES.filter((one) => one.part === part).map((one) => row(one)),
  );

/** What to enrol in, rule by rule, in its order. */
const enrolment = (): string =>
  RULES.flatMap(({ rule, enrol = [] }) =>
    enrol.length === 0 ? [] : [`**${rule}**\n\n${enrol.map((step, at) => `${at + 1}. ${step}`).join("\n")}`],
  ).join("\n\n");

/** The page with the rules as they are; the rest of it stays as it is written. @throws where a mark is missing */
export function sellingPage(page = readFileSync(SELLING_PAGE, "utf8")): string {
  const fill = (text: string, part: string, content: string) =>
    withPart(text, { file: "docs/selling.md", kind: "rules", part }, content);
  return fill(
    PARTS.reduce((text, part) => fill(text, part, table(part)), page),
    "enrolment",
    enrolment(),
  );
}
