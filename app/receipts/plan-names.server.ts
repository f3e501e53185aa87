import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatCount } from "~/i18n/numbers";
import { loadPlans } from "~/upstream/catalogue.server";
import type { Plan } from "~/upstream/contract/catalogue";
import { UpstreamError } from "~/upstream/upstream-error";
import type { Visitor } from "~/visitor/visitor.server";
import type { PlanNames } from "./receipt-view";

/** How the plans on sale are called in a language. None where they cannot be loaded: an invoice has words of its own. */
export async function planNames(lang: LocaleCode, { caller, channel }: Visitor): Promise<PlanNames> {
  try {
    const plans = await loadPlans(caller, { xFrom: channel });
    return new Map(plans.map((plan) => [plan.id, lengthOf(lang, plan)]));
  } catch (error) {
    if (error instanceof UpstreamError) return new Map();
    throw error;
  }
}

const lengthOf = (lang: LocaleCode, { interval, interval_count: count }: Plan): string =>
  translate(lang)(`pay-plan:${interval}`, { count, n: formatCount(lang, count) });
