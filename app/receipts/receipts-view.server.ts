import type { Toast } from "~/enhance/toasts/show-toast";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { hasOptionalCall } from "~/upstream/catalogue.server";
import type { Visitor } from "~/visitor/visitor.server";
import { hasEndedLinks } from "./end-links/end-links.server";
import type { OpenedReceipts, Receipts } from "./load-receipts.server";
import { ownerName } from "./receipt-owner.server";
import { type ReceiptRow, receiptRow } from "./receipt-view.server";
import { readSentNotice } from "./send-receipt.server";
import { type WaysIn, waysIn, wayToAll } from "./ways-in.server";

/** A receipt in the list, with what its form for sending it needs. */
export interface ListedReceipt extends ReceiptRow {
  /** Its owner, where the list is of several; see ownerName. */
  owner?: string;
  /** The owner's e-mail address, partly hidden. */
  emailHint?: string;
}

/** What the list of receipts shows. */
export type ReceiptsView =
  | {
      kind: "list";
      rows: ListedReceipt[];
      /** Said beside a field that holds no e-mail address. */
      emailInvalid: string;
      key?: string;
      /** The key opens one order. */
      isOneOrder: boolean;
      /** Set where no link let the owner in but that they paid in this browser: says so, and how that is ended. */
      paidHere?: { text: string; stop: string };
      /** Has the link to everything mailed, where only orders are shown. */
      all?: Pick<WaysIn, "asked" | "form">;
      /** The account's older links can be ended here, or were just ended. */
      olderLinks?: "endable" | "ended";
    }
  | { kind: "unavailable" }
  | { kind: Exclude<Receipts["kind"], "list" | "unavailable">; ways: WaysIn };

type Listed = Extract<Receipts, { kind: "list" }>;

/** What the page shows. Never throws UpstreamError. */
export async function receiptsView(
  lang: LocaleCode,
  { visitor, receipts, planNames }: Pick<OpenedReceipts, "visitor" | "receipts" | "planNames">,
  request: Request,
): Promise<ReceiptsView> {
  if (receipts.kind === "unavailable") return { kind: receipts.kind };
  if (receipts.kind !== "list") return { kind: receipts.kind, ways: await waysIn(lang, request, visitor) };
  const { invoices, scope, owners, by, key } = receipts;
  const t = translate(lang);
  const rows = invoices.map((invoice) => ({
    ...receiptRow(lang, invoice, planNames),
    owner: owners.length > 1 ? ownerName(invoice.owner) : undefined,
    emailHint: invoice.emailHint || undefined,
  }));
  return {
    kind: "list",
    rows,
    emailInvalid: t("form-answers:mistakes.emailInvalid"),
    key,
    isOneOrder: scope === "order",
    paidHere:
      by === "browser" ? { text: t("form-answers:paidHere.text"), stop: t("form-answers:paidHere.stop") } : undefined,
    all: scope === "order" ? await wayToAll(lang, request, visitor) : undefined,
    olderLinks: await olderLinks(receipts, request, visitor),
  };
}

/** Whoever pays with somebody's address has an order's key: that ends nothing. */
async function olderLinks(
  { scope, owners, by }: Listed,
  request: Request,
  visitor: Visitor,
): Promise<"endable" | "ended" | undefined> {
  if (scope !== "account" || by === "browser") return undefined;
  if (await hasEndedLinks(request, owners)) return "ended";
  return (await hasOptionalCall("end_links", visitor.caller, visitor)) ? "endable" : undefined;
}

/** Says where a receipt was just sent to; undefined where none was. */
export async function sentToast(lang: LocaleCode, receipts: Receipts, request: Request): Promise<Toast | undefined> {
  if (receipts.kind !== "list") return undefined;
  const email = await readSentNotice(receipts.owners, new URL(request.url).searchParams.get("sent"));
  return email === undefined ? undefined : { kind: "success", text: translate(lang)("receipts:sentTo", { email }) };
}
