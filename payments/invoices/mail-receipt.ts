import type { LocaleCode } from "~/i18n/locales";
import { lastWholeDay } from "~/upstream/contract/deadlines";
import { valueIn } from "~/upstream/contract/values/regions";
import { paidPeriodEnd, planById } from "../catalogue/plans";
import { contractLink } from "../links/contract-links";
import { languageOf, pathIn } from "../mail/letters";
import { type ReceiptPages, receiptMail, type SoldContract } from "../mail/receipt-letter";
import { WITHDRAWAL_DAYS, WITHOUT_CODES } from "../mail/sender";
import { writeMail } from "../mail/write";
import { agreedWith } from "../orders/agreed";
import { buyerPlace } from "../orders/buyer-place";
import { makeCode } from "../redemptions/codes";
import type { Tx } from "../store/database";
import type { IssuedInvoice } from "./invoice";
import { invoiceByNumber } from "./list";

interface Addressed {
  recipient: string;
  /** An address of the site. */
  site: string;
}

/**
 * Mails an invoice as a receipt; that of the order itself confirms the contract. Its links open the contract where it goes to the
 * order's own address: anybody may be sent a receipt.
 */
export async function mailReceipt(tx: Tx, number: number, { recipient, site }: Addressed, now: number): Promise<void> {
  const invoice = await invoiceByNumber(tx, number);
  if (!invoice) return;
  const { email, ...sold } = await soldContract(tx, number, invoice);
  const lang = languageOf(sold.language);
  const isOwner = recipient.toLowerCase() === email;
  const pageAt = async (page: "receipts" | "cancel" | "withdraw") => {
    const address = new URL(pathIn(lang, page), site).href;
    return isOwner ? contractLink(tx, { orderId: invoice.order_id, page: address, goodUntil: null }, now) : address;
  };
  const pages = {
    receipts: await pageAt("receipts"),
    cancel: await pageAt("cancel"),
    withdraw: await pageAt("withdraw"),
    openContract: isOwner,
    app:
      isOwner && sold.isOfRenewal !== true
        ? await appLink(tx, { orderId: invoice.order_id, lang, site }, now)
        : undefined,
  };
  await writeMail(tx, receiptMail(invoice, sold, { recipient, pages }), now);
}

interface AppLink {
  orderId: string;
  lang: LocaleCode;
  site: string;
}

/** The site's page that opens the order's app with what was bought, for whoever reads the address's mail; undefined where the app takes no codes. */
async function appLink(tx: Tx, { orderId, lang, site }: AppLink, now: number): Promise<ReceiptPages["app"]> {
  const order = await tx.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();
  const { app_type } = order;
  if (app_type === null || WITHOUT_CODES.includes(app_type)) return undefined;
  const { code, expiresAt } = await makeCode(tx, orderId, "mail", now);
  const link = new URL(pathIn(lang, `open/${app_type}`), site);
  link.searchParams.set("code", code);
  return { at: link.href, lastDay: lastWholeDay(expiresAt, buyerPlace(order)) };
}

/** What was sold with the order of an invoice, and to whom. */
async function soldContract(
  tx: Tx,
  number: number,
  { plan_id = "" }: IssuedInvoice,
): Promise<SoldContract & { email: string }> {
  const row = await tx
    .selectFrom("invoices")
    .innerJoin("orders", "orders.id", "invoices.order_id")
    .leftJoin("grants", "grants.order_id", "invoices.order_id")
    .leftJoin("attempts as paid", "paid.id", "grants.attempt_id")
    .leftJoin("subscriptions", "subscriptions.order_id", "invoices.order_id")
    .select([
      "orders.email",
      "orders.language",
      "orders.country_code",
      "orders.time_zone",
      "charge_id",
      "starts_at",
      "grants.ends_at",
      "paid.trial_days",
    ])
    .select(["paid.agreement", "paid.renewal_amount", "subscriptions.withdraw_until"])
    .where("invoices.number", "=", number)
    .executeTakeFirstOrThrow();
  const { email, language, charge_id, starts_at, trial_days: days, withdraw_until, agreement } = row;
  const place = buyerPlace(row);
  const lastDayUntil = (until: number | null) => (until === null ? undefined : lastWholeDay(until, place));
  const lastDay = lastDayUntil(row.ends_at);
  if (charge_id !== null) return { email, language, isOfRenewal: true, lastDay };
  const toWithdraw = valueIn(WITHDRAWAL_DAYS, row.country_code);
  const plan = planById(plan_id);
  // What ends by itself lasts to the end of the day that is told; a payment comes with the start of it.
  const trialEnd =
    plan && days !== null && starts_at !== null && row.renewal_amount !== null
      ? lastWholeDay(paidPeriodEnd(starts_at, { plan, trialDays: days, place }), place)
      : lastDay;
  return {
    email,
    language,
    trial: days === null || trialEnd === undefined ? undefined : { days, lastDay: trialEnd },
    lastDay,
    agreed: agreedWith({ agreement })?.text,
    withdrawal: toWithdraw === undefined ? undefined : { days: toWithdraw, lastDay: lastDayUntil(withdraw_until) },
  };
}
