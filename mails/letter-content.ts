import { withoutIsolates } from "~/i18n/isolates";
import type { LocaleCode } from "~/i18n/locales";
import type { Declared, Letter, Receipt, Sender } from "./letter";
import { type Words, wordsIn } from "./words";

interface Row {
  label: string;
  text: string;
}

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
  const values = { ...letter.values, app: sender.appName };
  return {
    // Some mail programs show the marks.
    subject: withoutIsolates(words(`mails:${kind}.subject`, values)),
    heading: words(`mails:${kind}.heading`, values),
    text: words(`mails:${kind}.text`, values),
    tables: tablesOf(words, letter),
    button: words(`mails:${kind}.button`),
    link,
    linkHint: words("mails:linkHint"),
    // Without the marks around values: mail programs would take one for the end of an address.
    line: (label, value) => words("mails:line", { label, value, interpolation: { escapeValue: false } }),
    closing: [
      ...(ASKED_FOR_BY_ANYBODY.includes(kind) ? [words("mails:unasked")] : []),
      words("mails:help", { email: sender.supportEmail }),
      words("mails:why", { app: sender.appName }),
      ...(sender.company === undefined ? [] : [sender.company]),
    ],
  };
}

function tablesOf(words: Words, letter: Letter): Row[][] {
  switch (letter.kind) {
    case "receipt":
      return receiptTables(words, letter.receipt);
    case "declared":
      return [declaredTable(words, letter.declared)];
    default:
      return [];
  }
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

function receiptTables(words: Words, receipt: Receipt): Row[][] {
  const { lines, total, next, statement, cancelAt } = receipt;
  return [
    rows([
      [words("receipts:date"), receipt.date],
      [words("receipts:paper.number"), receipt.number],
      [words("receipts:paper.order"), receipt.order],
      [words("receipts:plan"), receipt.plan],
      [words("receipts:paper.seller"), receipt.seller],
      [words("receipts:paper.buyer"), receipt.buyer],
    ]),
    rows([
      ...lines.map(({ kind, label, amount }) => [label ?? words(`pay-plan:lines.${kind}`), amount] as const),
      [words("receipts:paper.total"), total],
    ]),
    rows([
      [words("sale:agreed.next"), next],
      [words("sale:agreed.cancel"), cancelAt],
      [words("paysuc:statementLabel"), statement],
      [words("sale:agreed.terms"), termsText(words, receipt)],
    ]),
  ].filter((table) => table.length > 0);
}

function termsText(words: Words, { terms, termsAt }: Receipt): string | undefined {
  if (terms === undefined) return undefined;
  const version = words("sale:agreed.termsVersion", { version: terms });
  return termsAt === undefined ? version : `${version}, ${termsAt}`;
}

const rows = (given: readonly (readonly [label: string, text: string | undefined])[]): Row[] =>
  given.flatMap(([label, text]) => (text === undefined || text === "" ? [] : [{ label, text }]));
