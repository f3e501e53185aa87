import { useTranslation } from "react-i18next";
import type { PeriodView } from "./period";

/** Puts a period into words: `length` is "2 years". On the server periodWords does, which also says how often something renews. */
export function usePeriodText() {
  const { t } = useTranslation("pay-plan");
  return { length: ({ unit, count, n }: PeriodView): string => t(unit, { count, n }) };
}
