import { formatMoney } from "~/i18n/money";
import type { Money } from "../machine/money";
import { paidAttempt, type StoredOrder } from "../store/orders";
import { languageOf, type Mail, mailOf, pathIn, planIn } from "./letters";

/** Tells the buyer of an order that money goes back. @param hasEnded whether what they bought has ended with it */
export function refundedMail(stored: StoredOrder, money: Money, hasEnded: boolean): Mail {
  const { row } = stored;
  const lang = languageOf(row.language);
  const attempt = paidAttempt(stored);
  const contract = { plan: attempt ? planIn(lang, attempt) : "", order: row.id };
  // The address to return to is one of the site's.
  const link = new URL(pathIn(lang, "receipts"), attempt?.return_url).href;
  const values = { price: formatMoney(lang, money) };
  return mailOf(lang, row.email, { kind: hasEnded ? "refundedWhole" : "refunded", link, contract, values }, row.id);
}
