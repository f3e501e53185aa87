import { withoutIsolates } from "~/i18n/isolates";
import type { LocaleCode } from "~/i18n/locales";
import { contractRows } from "./contract-facts";
import type { Declared, Letter, Sender } from "./letter";
import { receiptSections, receiptTables, type Section } from "./receipt-facts";
import { type Row, rows } from "./rows";
import { type Words, wordsIn } from "./words";

/** What a letter says, in reading order; the HTML and the text of it have the same content. */
export interface LetterContent {
  subject: string;
  heading: string;
  text: string;
  /** Facts, and the lines of a bill. */
  tables: Row[][];
  button: string;
  link: string;
  linkHint: string;
  sections: Section[];
  /** A label and what follows it, on one line of plain text. */
  line: (label: string, value: string) => string;
  /** What comes below the letter itself. */
  closing: string[];
}

/** Whoever typed somebody else's address may have asked for these. */
const ASKED_FOR_BY_ANYBODY: readonly Letter["kind"][] = ["signIn", "receiptsLink", "subscriptionLink"];

export function letterContent(lang: LocaleCode, letter: Letter, sender: Sender): LetterContent {
  const words = wordsIn(lang);
  const { kind, link } = letter;
  const opening = isOfRenewal(letter) ? "renewed" : kind;
  const values = { ...letter.values, ...("contract" in letter ? letter.contract : {}), app: sender.appName };
  return {
    // Some mail programs show the marks.
    subject: withoutIsolates(words(`mails:${kind}.subject`, values)),
    heading: words(`mails:${opening}.heading`, values),
    text: words(`mails:${opening}.text`, values),
    tables: tablesOf(words, letter, sender),
    button: words(`mails:${kind}.button`),
    link,
    linkHint: words("mails:linkHint"),
    sections: letter.kind === "receipt" ? receiptSections(lang, words, letter.receipt, sender) : [],
    // Without the marks around values: mail programs would take one for the end of an address.
    line: (label, value) => words("mails:line", { label, value, interpolation: { escapeValue: false } }),
    closing: [
      ...linkLife(words, letter),
      ...(ASKED_FOR_BY_ANYBODY.includes(kind) ? [words("mails:unasked")] : []),
      words("mails:help", { email: sender.supportEmail }),
      words("mails:why", { app: sender.appName }),
      ...(sender.company === undefined ? [] : [sender.company]),
    ],
  };
}

/** A later payment confirms no contract. */
const isOfRenewal = (letter: Letter): boolean => letter.kind === "receipt" && letter.receipt.isOfRenewal === true;

function tablesOf(words: Words, letter: Letter, sender: Sender): Row[][] {
  if (letter.kind === "receipt") return receiptTables(words, letter.receipt, sender);
  if (letter.kind === "declared") return [declaredTable(words, letter.declared)];
  return "contract" in letter ? [contractRows(words, letter)] : [];
}

const declaredTable = (words: Words, { name, contract, email, manner, reason, end }: Declared): Row[] =>
  rows([
    [words("declaration:name"), name],
    [words("declaration:contract"), contract],
    [words("declaration:manner"), manner],
    [words("declaration:reason"), reason],
    [words("declaration:end"), end],
    [words("declaration:email"), email],
  ]);

/** How long the letter's links open the contract it is about. */
function linkLife(words: Words, letter: Letter): string[] {
  if (letter.linkUntil !== undefined) return [words("mails:linkLife.until", { date: letter.linkUntil })];
  return letter.linkForLife === true ? [words("mails:linkLife.always")] : [];
}
