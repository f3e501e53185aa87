import fc from "fast-check";
import { syncSubscription } from "../../../payments/subscriptions/ask-subscription";
import { DAY, HOUR, type Sale, type Shop } from "./shop";

/** An hour later we have heard of what happened at the provider. */
export async function hear(shop: Shop, { reference }: Sale): Promise<void> {
  shop.pass(HOUR);
  await syncSubscription(shop.context, reference);
  await shop.settle();
}

interface Passing {
  what: "pass";
  days: number;
}
type Step = Passing | { what: "fail" | "charge" | "cancel" | "resume" };

/** What may happen to a subscription: days pass, its provider charges or fails, its owner cancels or resumes. */
export const randomSteps = ({ mostDays, maxLength }: { mostDays: number; maxLength: number }): fc.Arbitrary<Step[]> => {
  const passing = fc.record({ what: fc.constant("pass" as const), days: fc.integer({ min: 1, max: mostDays }) });
  const acting = fc.record({ what: fc.constantFrom("fail" as const, "charge", "cancel", "resume") });
  return fc.array(fc.oneof(passing, acting), { maxLength });
};

export async function take(shop: Shop, sale: Sale, step: Step): Promise<void> {
  if (step.what === "pass") shop.pass(step.days * DAY);
  else if (step.what === "cancel" || step.what === "resume") await shop.change(sale, step.what);
  else shop.provider[step.what](sale.reference);
  await hear(shop, sale);
}
