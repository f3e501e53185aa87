import type { Toast } from "~/enhance/toasts/show-toast";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import type { Receipts } from "./load-receipts.server";
import { type PlanNames, type ReceiptRow, receiptRow } from "./receipt-view.server";
import { readSentNotice } from "./send-receipt.server";

/** What the list of receipts shows. */
export type ReceiptsView =
  | {
      kind: "list";
      rows: ReceiptRow[];
      /** The account's e-mail address, partly hidden. */
      emailHint?: string;
      /** Said beside a field that holds no e-mail address. */
      emailInvalid: string;
      key?: string;
    }
  | { kind: Exclude<Receipts["kind"], "list"> };

export function receiptsView(lang: LocaleCode, receipts: Receipts, planNames: PlanNames): ReceiptsView {
  if (receipts.kind !== "list") return { kind: receipts.kind };
  const { list, key } = receipts;
  return {
    kind: "list",
    rows: list.invoices.map((invoice) => receiptRow(lang, invoice, planNames)),
    emailHint: list.email_hint || undefined,
    emailInvalid: translate(lang)("form-answers:mistakes.emailInvalid"),
    key,
  };
}

/** Says where a receipt was just sent to; undefined where none was. */
export async function sentToast(lang: LocaleCode, receipts: Receipts, request: Request): Promise<Toast | undefined> {
  if (receipts.kind !== "list") return undefined;
  const email = await readSentNotice(receipts.owner, new URL(request.url).searchParams.get("sent"));
  return email === undefined ? undefined : { kind: "success", text: translate(lang)("receipts:sentTo", { email }) };
}
