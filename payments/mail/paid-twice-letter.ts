import { formatMoney } from "~/i18n/money";
import type { Money } from "../machine/money";
import { paidAttempt, type StoredOrder } from "../store/orders";
import { languageOf, type Mail, mailOf, pathIn, planIn } from "./letters";

/** Tells the address of an order that its plan was paid for by another one at the same time, and that this money goes back. */
export function paidTwiceMail(stored: StoredOrder, { paid }: { paid: Money }): Mail {
  const { id, email, language } = stored.row;
  const attempt = paidAttempt(stored);
  const lang = languageOf(language);
  // The address to return to is one of the site's.
  const link = new URL(pathIn(lang, "receipts"), attempt?.return_url).href;
  const values = { plan: attempt ? planIn(lang, attempt) : "", price: formatMoney(lang, paid) };
  return mailOf(lang, email, { kind: "paidTwice", link, values }, id);
}
