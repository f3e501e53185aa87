import { useTranslation } from "react-i18next";
import { LineList } from "~/offers/line-list";
import type { LineView } from "~/offers/line-views";
import type { PeriodView } from "~/offers/offer-view";
import { usePeriodText } from "~/offers/period-text";
import { FactList } from "~/shell/fact-list";
import { SupportReference } from "~/shell/support-reference";

/** What was bought; all money is text. */
export interface Bought {
  period?: PeriodView;
  orderId?: string;
  /** Where there are no lines. */
  amount?: string;
  lines: LineView[];
  coupon?: string;
}

export function StatusFacts({ bought }: { bought: Bought }) {
  const { t } = useTranslation("paystatus");
  const { length } = usePeriodText();
  const { period, lines, coupon } = bought;
  const facts = [
    { label: t("planLabel"), text: period && length(period) },
    { label: t("amountLabel"), text: bought.amount },
    { label: t("orderLabel"), text: bought.orderId },
  ];
  return (
    <>
      <FactList facts={facts} />
      {lines.length > 0 && <LineList lines={lines} coupon={coupon} />}
      <SupportReference />
    </>
  );
}
