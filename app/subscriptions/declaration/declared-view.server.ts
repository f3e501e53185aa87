import { formatMoment } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import type { Fact } from "~/shell/panels/fact-list";
import { declarationFacts, type ReceivedDeclaration } from "./declaration.server";

/** Confirms what was just declared, to be printed or saved. */
export interface DeclaredView {
  kind: "declared";
  title: string;
  /** When, and by which button. */
  declared: string;
  facts: Fact[];
  next: string;
  /** Where the confirmation goes; missing where none is sent. */
  mailed?: string;
  print: string;
  printHint: string;
}

const BUTTONS = { cancel: "subscription:cancel.submit", withdraw: "subscription:withdraw.confirm" } as const;

export function declaredView(lang: LocaleCode, received: ReceivedDeclaration): DeclaredView {
  const t = translate(lang);
  const { kind, email, declaredAt, isMailed } = received;
  const time = formatMoment(lang, new Date(declaredAt));
  return {
    kind: "declared",
    title: kind === "cancel" ? t("declaration:doneCancel") : t("subscription:withdraw.doneTitle"),
    declared: t("declaration:declared", { time, button: t(BUTTONS[kind]) }),
    facts: declarationFacts(lang, received),
    next: t("declaration:next"),
    mailed: isMailed ? t("subscription:cancel.mailed", { email }) : undefined,
    print: t("receipts:paper.print"),
    printHint: t("receipts:paper.printHint"),
  };
}
