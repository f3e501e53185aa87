import { formatMoney } from "~/i18n/money";
import { planById } from "../catalogue/plans";
import type { StoredOrder } from "../store/orders";
import { languageOf, lengthIn, type Mail, mailOf } from "./letters";

/** A link to an order that nobody has paid, at the price of its latest attempt. */
export function unfinishedMail({ row, attempts }: StoredOrder, link: string): Mail {
  const lang = languageOf(row.language);
  const plan = planById(row.plan_id);
  const latest = attempts.at(-1);
  const told = {
    plan: plan ? lengthIn(lang, plan) : row.plan_id,
    price: latest ? formatMoney(lang, latest) : "",
  };
  return mailOf(lang, row.email, { kind: "unfinished", link, told });
}
