import { type Letter, type LetterKind, toldIn } from "./letter";

/** Every value is the name of what a mail system fills in, such as {{price}}. */
const slot = (name: string): string => `{{${name}}}`;

/** A letter of each kind with slots in place of its values: a template, and what a preview shows. */
export function letterWithSlots(kind: LetterKind): Letter {
  const told = Object.fromEntries(toldIn(kind).map((name) => [name, slot(name)]));
  return { kind, link: slot("link"), told, receipt: RECEIPT } as Letter;
}

const RECEIPT = {
  number: slot("receipt_number"),
  date: slot("date"),
  order: slot("order_number"),
  plan: slot("plan"),
  lines: [],
  total: slot("total"),
  seller: slot("seller"),
  buyer: slot("buyer"),
  statement: slot("statement"),
  next: slot("next_payment"),
  cancelAt: slot("cancel_link"),
  terms: slot("terms_version"),
};
