import type { LocaleCode } from "~/i18n/locales";
import { formatCount } from "~/i18n/numbers";
import type { AppOpening, Receipt, Sender, WhatFollows, WithdrawalRight } from "./letter";
import { type Row, rows } from "./rows";
import type { Words } from "./words";

/** A part of a letter under a heading of its own. */
export interface Section {
  heading: string;
  paragraphs: string[];
}

/** What was bought and from whom, what it costs, and what follows. */
export function receiptTables(words: Words, receipt: Receipt, { appName, supportEmail }: Sender): Row[][] {
  const { lines, total, trial, follows, statement, cancelAt } = receipt;
  return [
    rows([
      [words("receipts:date"), receipt.date],
      [words("receipts:paper.number"), receipt.number],
      [words("receipts:paper.order"), receipt.order],
      [words("mails:facts.service"), words("mails:facts.serviceText", { app: appName })],
      [words("receipts:plan"), receipt.plan],
      [words("sale:lines.trial"), trial && words("mails:facts.trialText", trial)],
      [words("subscription:runsUntil"), follows?.kind === "ends" ? follows.date : undefined],
      [words("receipts:paper.seller"), receipt.seller],
      [words("receipts:paper.buyer"), receipt.buyer],
    ]),
    rows([
      ...lines.map(({ kind, label, amount }) => [label ?? words(`sale:lines.${kind}`), amount] as const),
      [words("receipts:paper.total"), total],
    ]),
    rows([
      [words("sale:agreed.next"), follows && followsText(words, follows)],
      [words("sale:agreed.cancel"), cancelAt],
      [words("paysuc:statementLabel"), statement],
      [words("sale:agreed.terms"), termsText(words, receipt)],
      [words("mails:facts.complaints"), supportEmail],
    ]),
  ].filter((table) => table.length > 0);
}

function followsText(words: Words, follows: WhatFollows): string {
  if (follows.kind === "ends") return words("sale:agreed.none");
  const { every, ...payment } = follows;
  return every === undefined
    ? words("sale:agreed.nextOnly", payment)
    : words("sale:agreed.nextText", { ...payment, every });
}

function termsText(words: Words, { terms, termsAt }: Receipt): string | undefined {
  if (terms === undefined) return undefined;
  const version = words("sale:agreed.termsVersion", { version: terms });
  return termsAt === undefined ? version : `${version} ${termsAt}`;
}

/** How the app is opened with it, what was agreed to, in the words that stood at the button, and how the contract is withdrawn from. */
export function receiptSections(lang: LocaleCode, words: Words, receipt: Receipt, sender: Sender): Section[] {
  const { agreed, withdrawal, app } = receipt;
  return [
    ...(app === undefined ? [] : [openingSection(words, app, sender)]),
    ...(agreed === undefined ? [] : [{ heading: words("mails:facts.agreed"), paragraphs: [agreed] }]),
    ...(withdrawal === undefined ? [] : withdrawalSections(lang, words, { receipt, withdrawal, sender })),
  ];
}

const openingSection = (words: Words, { at, until }: AppOpening, { appName: app }: Sender): Section => ({
  heading: words("sale:app.open", { app }),
  paragraphs: [words("mails:openApp", { app, date: until }), at],
});

interface Withdrawing {
  receipt: Receipt;
  withdrawal: WithdrawalRight;
  sender: Sender;
}

/** What annex I of Directive 2011/83/EU asks for: the right with days and way (A), and the model form (B), filled in as far as it can be. */
function withdrawalSections(
  lang: LocaleCode,
  words: Words,
  { receipt, withdrawal: { days, until, at }, sender }: Withdrawing,
): Section[] {
  const { appName, supportEmail: email, company } = sender;
  const { plan, date, order } = receipt;
  const form = words("mails:withdrawal.form", { seller: company ?? appName, email, app: appName, plan, date, order });
  return [
    {
      heading: words("mails:withdrawal.heading"),
      paragraphs: [
        words("sale:withdrawal", { count: days, n: formatCount(lang, days) }),
        ...(until === undefined ? [] : [words("subscription:withdraw.until", { date: until })]),
        words("mails:withdrawal.how", { email }),
        at,
        words("mails:withdrawal.refund"),
      ],
    },
    { heading: words("mails:withdrawal.formHeading"), paragraphs: form.split("\n") },
  ];
}
