import type { ContractLetter } from "./letter";
import { type Row, rows } from "./rows";
import type { Words } from "./words";

type Fact = readonly [label: string, text: string | undefined];

/** Which contract a letter is about, what was declared and when, and what follows. */
export function contractRows(words: Words, letter: ContractLetter): Row[] {
  const { plan, order, name } = letter.contract;
  return rows([
    [words("receipts:plan"), plan],
    [words("receipts:paper.order"), order],
    [words("mails:facts.name"), name],
    ...factsOf(words, letter),
  ]);
}

function factsOf(words: Words, letter: ContractLetter): Fact[] {
  switch (letter.kind) {
    case "trialEnds":
      return [
        lastDay(words, letter.values),
        next(words, words("sale:agreed.nextText", letter.values)),
        afterwards(words, letter.values),
      ];
    case "renewsSoon":
      return [
        lastDay(words, letter.values),
        next(words, words("sale:agreed.nextOnly", letter.values)),
        afterwards(words, letter.values),
      ];
    case "cancelled":
      return [...declared(words, "cancel", letter.values), ends(words, letter.values)];
    case "cancelledRefund":
      return [
        ...declared(words, "cancel", letter.values),
        ends(words, letter.values),
        [words("mails:facts.refund"), letter.values.price],
      ];
    case "resumed":
      return [...declared(words, "resume", letter.values), next(words, words("sale:agreed.nextOnly", letter.values))];
    case "withdrawn":
      return [
        ...declared(words, "withdraw", letter.values),
        ends(words, letter.values),
        [words("mails:facts.refund"), letter.values.price],
      ];
    case "withdrawnFree":
      return [...declared(words, "withdraw", letter.values), ends(words, letter.values)];
    case "cardExpires":
    case "renewalBack":
      return [next(words, words("sale:agreed.nextOnly", letter.values))];
    case "renewalReminder":
    case "renewalLastReminder":
    case "renewalEnded":
      return [ends(words, letter.values)];
    case "refunded":
    case "refundedWhole":
      return [[words("mails:facts.refund"), letter.values.price]];
    case "renewalFailed":
    case "renewalStopped":
      return [];
  }
}

const lastDay = (words: Words, values: { lastDay: string }): Fact => [words("mails:facts.lastDay"), values.lastDay];

const afterwards = (words: Words, values: { notice?: string }): Fact => [words("sale:agreed.cancel"), values.notice];

const next = (words: Words, payment: string): Fact => [words("sale:agreed.next"), payment];

const ends = (words: Words, { date }: { date?: string }): Fact => [words("subscription:runsUntil"), date];

const declared = (words: Words, what: "cancel" | "resume" | "withdraw", { time }: { time: string }): Fact[] => [
  [words("mails:facts.declaration"), words(`mails:facts.declared.${what}`)],
  [words("mails:facts.received"), time],
];
