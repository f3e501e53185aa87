import { withEmailAnswer } from "~/forms/email-suggestion.server";
import type { Order } from "~/orders/order-token.server";
import { problem } from "~/problem.server";
import { type Again, keepsAttempt } from "./again.server";
import type { CheckoutContext } from "./checkout-context.server";
import { type Entries, entriesIn } from "./entries.server";
import { pay } from "./pay.server";

/** What follows from sending the checkout's form. */
export type FormAnswer =
  | { kind: "handOff" | "follow"; order: Order }
  /** The form is shown again, with these entries. */
  | { kind: "again"; entries: Entries; again: Again };

/** Does what the pressed button asks for. @throws a 400 for a form that is none of ours */
export async function answerForm(sent: Record<string, string>, context: CheckoutContext): Promise<FormAnswer> {
  const fields = withEmailAnswer(sent);
  const entries = entriesIn(fields);
  switch (fields.intent) {
    case "pay":
      return answerPay(fields, entries, context);
    case "apply-coupon":
      return { kind: "again", entries, again: { kind: "asked" } };
    case "remove-coupon":
      return { kind: "again", entries: { ...entries, coupon: "" }, again: { kind: "asked" } };
    case "change-country":
      return { kind: "again", entries, again: entries.country === undefined ? NO_COUNTRY : { kind: "asked" } };
    default:
      throw problem(400);
  }
}

const NO_COUNTRY: Again = {
  kind: "mistaken",
  refusals: [{ field: "country", mistake: "countryInvalid" }],
  keepsAttempt: false,
};

async function answerPay(
  fields: Record<string, string>,
  entries: Entries,
  context: CheckoutContext,
): Promise<FormAnswer> {
  const outcome = await pay(fields, context);
  if (outcome.kind !== "again") return outcome;
  const { again } = outcome;
  const { attempt, stamp } = fields;
  return { kind: "again", entries: keepsAttempt(again) ? { ...entries, attempt, stamp } : entries, again };
}
