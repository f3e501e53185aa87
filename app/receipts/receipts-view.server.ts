import type { Toast } from "~/enhance/toasts/show-toast";
import type { EmailFormView } from "~/forms/guarded-email-form";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { letterToSupport } from "~/mailed-links/letter.server";
import { linkByMail } from "~/mailed-links/mailed-link.server";
import type { LinkFormWords } from "~/mailed-links/mailed-link-form";
import type { NoPurchases } from "~/owners/ask-owners.server";
import { isMailedKey, ownerName } from "~/owners/who-asks.server";
import { paths } from "~/paths";
import { hasOptionalCall } from "~/upstream/catalogue.server";
import type { Visitor } from "~/visitor/visitor.server";
import { linksEnded } from "./end-links.server";
import type { InvoicesFound, OpenedReceipts } from "./load-receipts.server";
import { type ReceiptRow, receiptRow } from "./receipt-view.server";
import { receiptSentTo } from "./send-receipt.server";

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
      /** The key in the address is good for ever, as far as the site knows. */
      isKeyForLife: boolean;
      /** The key opens one order. */
      isOneOrder: boolean;
      /** Set where no link let the owner in but that they paid in this browser: says so, and how that is ended. */
      paidHere?: { text: string; stop: string };
      /** Has the link to everything mailed, where only orders are shown. */
      all?: MailedWay;
      /** The account's older links can be ended here, or were just ended. */
      olderLinks?: "endable" | "ended";
    }
  | { kind: "unavailable" }
  | { kind: Exclude<NoPurchases["kind"], "unavailable">; ways: WaysIn };

/** All words are text, as few pages show them. */
interface MailedWay {
  /** A link was just requested. */
  requested?: { title: string; text: string };
  /** Has a link mailed; missing where the payments API mails none. */
  form?: { view: EmailFormView; words: LinkFormWords };
}

/** How whoever came without a link gets to their receipts. */
export interface WaysIn extends MailedWay {
  /** In the form's place: a letter to support that needs only to be sent. */
  letter?: { text: string; link: string; at: string };
  /** Missing for whoever is signed in. */
  signIn?: { text: string; at: string };
}

/** What the page shows. Never throws UpstreamError. */
export async function receiptsView(
  lang: LocaleCode,
  { visitor, receipts, names, place }: Pick<OpenedReceipts, "visitor" | "receipts" | "names" | "place">,
  request: Request,
): Promise<ReceiptsView> {
  if (receipts.kind === "unavailable") return { kind: receipts.kind };
  if (receipts.kind !== "list") return { kind: receipts.kind, ways: await waysIn(lang, request, visitor) };
  const { invoices, scope, owners, by, key } = receipts;
  const t = translate(lang);
  const rows = invoices.map((invoice) => ({
    ...receiptRow(lang, invoice, { names, place }),
    owner: owners.length > 1 ? ownerName(invoice.owner) : undefined,
    emailHint: invoice.emailHint || undefined,
  }));
  return {
    kind: "list",
    rows,
    emailInvalid: t("form-answers:mistakes.emailInvalid"),
    key,
    isKeyForLife: key !== undefined && !isMailedKey(key),
    isOneOrder: scope === "order",
    paidHere:
      by === "browser" ? { text: t("form-answers:paidHere.text"), stop: t("form-answers:paidHere.stop") } : undefined,
    all: scope === "order" ? await mailedWay(lang, request, visitor, "allReceipts") : undefined,
    olderLinks: await olderLinks(receipts, request, visitor),
  };
}

async function waysIn(lang: LocaleCode, request: Request, visitor: Visitor): Promise<WaysIn> {
  const t = translate(lang);
  const mailed = await mailedWay(lang, request, visitor, "lostLink");
  const at = letterToSupport(lang, visitor.brand, { asks: "receipts" });
  return {
    ...mailed,
    letter:
      mailed.form === undefined
        ? { text: t("subscription:byMail.text"), link: t("subscription:byMail.link"), at }
        : undefined,
    signIn:
      visitor.bearerFrom === undefined
        ? { text: t("account:signUp.heading"), at: paths.account(lang, { page: "receipts" }) }
        : undefined,
  };
}

/** @param from what leads on from: a link that was lost, or some orders to everything that was bought with an address */
async function mailedWay(
  lang: LocaleCode,
  request: Request,
  visitor: Visitor,
  from: "lostLink" | "allReceipts",
): Promise<MailedWay> {
  const t = translate(lang);
  const { requestedFor, form } = await linkByMail(lang, request, visitor);
  const words = {
    heading: t(`form-answers:${from}.heading`),
    text: t(`form-answers:${from}.text`),
    email: t("subscription:ask.email"),
    submit: t("subscription:ask.submit"),
    sending: t("subscription:sending"),
  };
  return {
    requested:
      requestedFor === undefined
        ? undefined
        : { title: t("subscription:ask.sentTitle"), text: t("subscription:ask.sent", { email: requestedFor }) },
    form: form && { view: form, words },
  };
}

/** Whoever pays with somebody's address has an order's key: that ends nothing. */
async function olderLinks(
  { scope, owners: [owner], by }: InvoicesFound,
  request: Request,
  visitor: Visitor,
): Promise<"endable" | "ended" | undefined> {
  if (scope !== "account" || by === "browser") return undefined;
  if ((await linksEnded.read(request)) === ownerName(owner)) return "ended";
  return (await hasOptionalCall("end_links", visitor.caller, visitor)) ? "endable" : undefined;
}

/** Says where a receipt was just sent to; undefined where none was. */
export async function sentToast(
  lang: LocaleCode,
  { receipts }: Pick<OpenedReceipts, "receipts">,
  request: Request,
): Promise<Toast | undefined> {
  const email = receipts.kind === "list" ? await receiptSentTo(receipts.owners, request) : undefined;
  return email === undefined ? undefined : { kind: "success", text: translate(lang)("receipts:sentTo", { email }) };
}
