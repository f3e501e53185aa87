import { goWithout } from "~/errors/errors.server";
import type { LocaleCode } from "~/i18n/locales";
import { loadPlans } from "~/upstream/catalogue.server";
import type { Visitor } from "~/visitor/visitor.server";
import { periodWords } from "./sale-words.server";

/** By plan id, in the reader's language. */
export type PlanNames = ReadonlyMap<string, string>;

/** The names of the plans on sale. Empty where they cannot be loaded: what was bought is shown without. */
export async function planNames(lang: LocaleCode, visitor: Visitor): Promise<PlanNames> {
  const plans = await loadPlans(visitor.caller, { xFrom: visitor.channel }).catch((error) =>
    goWithout("plan names", visitor, error),
  );
  const { length } = periodWords(lang);
  return new Map(
    (plans ?? []).map(({ id, interval, interval_count }) => [id, length({ unit: interval, count: interval_count })]),
  );
}
