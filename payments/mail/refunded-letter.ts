import { formatDay } from "~/i18n/dates";
import { formatMoney } from "~/i18n/money";
import { dayIn } from "~/upstream/contract/deadlines";
import type { Money } from "../machine/money";
import { buyerPlace } from "../orders/buyer-place";
import { paidAttempt, type StoredOrder } from "../store/orders";
import { languageOf, type Mail, mailOf, pathIn, planIn } from "./letters";

/** Tells the buyer of an order that money goes back. @param endedAt when what they bought ended with it; undefined: it runs on */
export function refundedMail(stored: StoredOrder, money: Money, endedAt: number | undefined): Mail {
  const { row } = stored;
  const lang = languageOf(row.language);
  const attempt = paidAttempt(stored);
  const date = endedAt === undefined ? undefined : formatDay(lang, dayIn(buyerPlace(row).zone, endedAt));
  const contract = { plan: attempt ? planIn(lang, attempt) : "", order: row.id };
  // The address to return to is one of the site's.
  const link = new URL(pathIn(lang, "receipts"), attempt?.return_url).href;
  const values = { price: formatMoney(lang, money), date };
  return mailOf(lang, row.email, { kind: "refunded", link, contract, values }, row.id);
}
