import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { separatorOf } from "~/i18n/lists";
import { useLang } from "~/i18n/use-lang";
import { useFrame } from "~/shell/page-frame";
import { LineList } from "./line-list";
import { usePeriodText } from "./period";
import type { SummaryView } from "./sale/summary-view.server";

/** The plan, the price today, `children` (such as the coupon field), and the next payment. */
export function OrderSummary({ summary, children }: { summary: SummaryView; children?: ReactNode }) {
  const { t } = useTranslation("checkout");
  const lang = useLang();
  const period = usePeriodText();
  const { appName, promises } = useFrame().brand;
  const isTaxIncluded =
    promises.includes("taxIncluded") &&
    summary.firstCharge !== "never" &&
    !summary.lines.some(({ kind }) => kind === "tax");
  return (
    <>
      <h2 id="summary-title">
        <bdi>{appName}</bdi>
        {separatorOf(lang)}
        {period.length(summary.period)}
      </h2>
      <LineList lines={summary.lines} coupon={summary.coupon} />
      <div className="below-lines">
        {children}
        {isTaxIncluded && <p className="hint">{t("taxIncluded")}</p>}
      </div>
      {summary.timeline !== undefined && (
        <ol className="timeline">
          {summary.timeline.map(({ when, amount }) => (
            <li key={when}>
              {when} <b>{amount}</b>
            </li>
          ))}
        </ol>
      )}
      {summary.next.length > 0 && (
        <div className="renewal">
          {summary.next.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
    </>
  );
}
