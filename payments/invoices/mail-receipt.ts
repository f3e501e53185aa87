import type { LocaleCode } from "~/i18n/locales";
import { lastWholeDay } from "~/upstream/contract/deadlines";
import type { Sale } from "../catalogue/sale";
import { soldIn, soldUntil } from "../catalogue/sold";
import { contractLink } from "../links/contract-links";
import { languageOf, pathIn } from "../mail/letters";
import { type ReceiptPages, receiptMail, type SoldContract } from "../mail/receipt-letter";
import { writeMail } from "../mail/write";
import { agreedWith } from "../orders/agreed";
import { buyerPlace } from "../orders/buyer-place";
import { makeCode } from "../redemptions/codes";
import type { Tx } from "../store/database";
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
export async function mailReceipt(sale: Sale, number: number, { recipient, site }: Addressed): Promise<void> {
  const { tx, now } = sale;
  const invoice = await invoiceByNumber(tx, number);
  if (!invoice) return;
  const { email, ...sold } = await soldContract(tx, number);
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
      isOwner && sold.isOfRenewal !== true ? await appLink(sale, { orderId: invoice.order_id, lang, site }) : undefined,
  };
  await writeMail(sale, receiptMail(invoice, { ...sold, termsAt: sale.catalogue.termsAt }, { recipient, pages }));
}

interface AppLink {
  orderId: string;
  lang: LocaleCode;
  site: string;
}

/** The site's page that opens the order's app with what was bought, for whoever reads the address's mail; undefined where the app takes no codes. */
async function appLink({ tx, catalogue, now }: Sale, { orderId, lang, site }: AppLink): Promise<ReceiptPages["app"]> {
  const order = await tx.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();
  const { app_type } = order;
  if (app_type === null || catalogue.appsWithoutCodes.includes(app_type)) return undefined;
  const { code, expiresAt } = await makeCode(tx, orderId, "mail", now);
  const link = new URL(pathIn(lang, `open/${app_type}`), site);
  link.searchParams.set("code", code);
  return { at: link.href, lastDay: lastWholeDay(expiresAt, buyerPlace(order)) };
}

/** What was sold with the order of an invoice, and to whom. */
async function soldContract(tx: Tx, number: number): Promise<Omit<SoldContract, "termsAt"> & { email: string }> {
  const row = await tx
    .selectFrom("invoices")
    .innerJoin("orders", "orders.id", "invoices.order_id")
    .innerJoin("grants", "grants.order_id", "invoices.order_id")
    .innerJoin("attempts as paid", "paid.id", "grants.attempt_id")
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
    .select(["paid.sold", "paid.agreement", "paid.renewal_amount", "subscriptions.withdraw_until"])
    .where("invoices.number", "=", number)
    .executeTakeFirstOrThrow();
  const { email, language, charge_id, starts_at, trial_days: days, withdraw_until, agreement } = row;
  const place = buyerPlace(row);
  const lastDayUntil = (until: number | null) => (until === null ? undefined : lastWholeDay(until, place));
  const lastDay = lastDayUntil(row.ends_at);
  const sold = soldIn(row);
  const common = { email, language, period: sold, lastDay };
  if (charge_id !== null) return { ...common, isOfRenewal: true };
  const { days: toWithdraw, isVoluntary } = sold.withdrawal;
  // What ends by itself lasts to the end of the day that is told; a payment comes with the start of it.
  const trialEnd =
    days !== null && row.renewal_amount !== null
      ? lastWholeDay(soldUntil(starts_at, { sold, trialDays: days, place }), place)
      : lastDay;
  return {
    ...common,
    trial: days === null || trialEnd === undefined ? undefined : { days, lastDay: trialEnd },
    agreed: agreedWith({ agreement })?.text,
    withdrawal: isVoluntary ? undefined : { days: toWithdraw, lastDay: lastDayUntil(withdraw_until) },
  };
}
