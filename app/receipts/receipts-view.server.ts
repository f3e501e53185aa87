import type { Toast } from "~/enhance/toasts/show-toast";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import type { OpenedReceipts, Receipts } from "./load-receipts.server";
import { type ReceiptRow, receiptRow } from "./receipt-view.server";
import { readSentNotice } from "./send-receipt.server";
import { type WaysIn, waysIn } from "./ways-in.server";

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
      /** Set where no link let the owner in but that they paid in this browser: says so, and how that is ended. */
      paidHere?: { text: string; stop: string };
    }
  | { kind: "unavailable" }
  | { kind: Exclude<Receipts["kind"], "list" | "unavailable">; ways: WaysIn };

/** What the page shows. Never throws UpstreamError. */
export async function receiptsView(
  lang: LocaleCode,
  { visitor, receipts, planNames }: Pick<OpenedReceipts, "visitor" | "receipts" | "planNames">,
  request: Request,
): Promise<ReceiptsView> {
  if (receipts.kind === "unavailable") return { kind: receipts.kind };
  if (receipts.kind !== "list") return { kind: receipts.kind, ways: await waysIn(lang, request, visitor) };
  const { list, by, key } = receipts;
  const t = translate(lang);
  return {
    kind: "list",
    rows: list.invoices.map((invoice) => receiptRow(lang, invoice, planNames)),
    emailHint: list.email_hint || undefined,
    emailInvalid: translate(lang)("form-answers:mistakes.emailInvalid"),
    key,
    paidHere:
      by === "browser" ? { text: t("form-answers:paidHere.text"), stop: t("form-answers:paidHere.stop") } : undefined,
  };
}

/** Says where a receipt was just sent to; undefined where none was. */
export async function sentToast(lang: LocaleCode, receipts: Receipts, request: Request): Promise<Toast | undefined> {
  if (receipts.kind !== "list") return undefined;
  const email = await readSentNotice(receipts.owner, new URL(request.url).searchParams.get("sent"));
  return email === undefined ? undefined : { kind: "success", text: translate(lang)("receipts:sentTo", { email }) };
}
