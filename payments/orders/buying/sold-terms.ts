import type { SoldAs, SoldTerms } from "~/upstream/contract/agreement";
import { addPeriod, latestDay, whereabouts } from "~/upstream/contract/deadlines";
import { type SoldPlan, soldPeriod, taxIn } from "../../catalogue/plans";
import type { Purchase } from "./purchase";
import type { Terms } from "./terms";

type Renewal = NonNullable<SoldTerms["renewal"]>;
type Length = SoldTerms["length"];

type Buying = Pick<Purchase, "country" | "timeZone" | "now">;

/** What a purchase sells at this moment, as the contract tells it. @param plan as it is sold to this buyer */
export function soldTermsOf(plan: SoldPlan, { country, timeZone, now }: Buying, terms: Terms): SoldTerms {
  const { price, trialDays, renewalAmount } = terms;
  const { interval, interval_count } = plan;
  const tax = taxIn(plan, country, price.amount);
  const first_on = addPeriod(latestDay(now, whereabouts(country, timeZone)), soldPeriod(plan, trialDays));
  return {
    sale: soldAs(plan, terms),
    length: trialDays === null ? { interval, interval_count } : { interval: "day", interval_count: trialDays },
    renewal: renewalAmount === null ? undefined : { amount: renewalAmount, interval, interval_count, first_on },
    tax: tax && { amount: tax.amount, included: true },
  };
}

function soldAs({ trial_without_method }: SoldPlan, { price, trialDays, renewalAmount }: Terms): SoldAs {
  if (trialDays !== null && trial_without_method) return "trial_without_method";
  if (renewalAmount === null) return "once";
  if (trialDays === null) return "subscription";
  return price.amount > 0 ? "paid_trial" : "free_trial";
}

/** Whether a buyer who agreed to some terms gets them. A tax that the site did not know was not agreed to. */
export const isAsAgreed = (sold: SoldTerms, agreed: SoldTerms): boolean =>
  sold.sale === agreed.sale &&
  isSameLength(sold.length, agreed.length) &&
  isSameRenewal(sold.renewal, agreed.renewal) &&
  (agreed.tax === undefined || isSameTax(sold.tax?.amount ?? 0, agreed.tax.amount));

const isSameLength = (one: Length, other: Length): boolean =>
  one.interval === other.interval && one.interval_count === other.interval_count;

/** A later day is in nobody's way, as that of a form that was read yesterday. */
function isSameRenewal(sold: Renewal | undefined, agreed: Renewal | undefined): boolean {
  if (sold === undefined || agreed === undefined) return sold === agreed;
  return sold.amount === agreed.amount && isSameLength(sold, agreed) && sold.first_on >= agreed.first_on;
}

/** The site computes it from a price that is rounded, too: it may be a cent away. */
const isSameTax = (sold: number, agreed: number): boolean => Math.abs(sold - agreed) < 0.011;
