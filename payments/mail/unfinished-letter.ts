import { formatMoney } from "~/i18n/money";
import type { StoredOrder } from "../store/orders";
import { languageOf, type Mail, mailOf, planIn } from "./letters";

/** A link to an order that nobody has paid, at the price of its latest attempt. */
export function unfinishedMail({ row, attempts }: StoredOrder, link: string): Mail {
  const lang = languageOf(row.language);
  const latest = attempts.at(-1);
  const values = latest ? { plan: planIn(lang, latest), price: formatMoney(lang, latest) } : { plan: "", price: "" };
  return mailOf(lang, row.email, { kind: "unfinished", link, values }, row.id);
}

/** The same link for who tries to pay in another browser while the order is under way. */
export function continueOrderMail({ row, attempts }: StoredOrder, link: string): Mail {
  const lang = languageOf(row.language);
  const latest = attempts.at(-1);
  const values = { plan: latest ? planIn(lang, latest) : "" };
  return mailOf(lang, row.email, { kind: "continueOrder", link, values }, row.id);
}
