import type { LocaleCode } from "~/i18n/locales";
import type { Receipts } from "./load-receipts.server";
import { type PlanNames, type ReceiptRow, receiptRow } from "./receipt-view";
import { readSentNotice } from "./send-receipt.server";

/** What the list of receipts shows. */
export type ReceiptsView =
  | {
      kind: "list";
      rows: ReceiptRow[];
      /** The account's e-mail address, partly hidden. */
      emailHint?: string;
      key?: string;
      /** Where a receipt was just sent to. */
      sentTo?: string;
    }
  | { kind: Exclude<Receipts["kind"], "list"> };

export async function receiptsView(
  lang: LocaleCode,
  receipts: Receipts,
  planNames: PlanNames,
  request: Request,
): Promise<ReceiptsView> {
  if (receipts.kind !== "list") return { kind: receipts.kind };
  const { list, key, owner } = receipts;
  return {
    kind: "list",
    rows: list.invoices.map((invoice) => receiptRow(lang, invoice, planNames)),
    emailHint: list.email_hint || undefined,
    key,
    sentTo: await readSentNotice(owner, new URL(request.url).searchParams.get("sent")),
  };
}
