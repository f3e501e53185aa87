import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { separatorOf } from "~/i18n/lists";
import { useLang } from "~/i18n/use-lang";
import { paths } from "~/paths";
import type { ComparedPlan } from "./offer-view";
import { usePeriodText } from "./period";

const COLUMNS = ["length", "perMonth", "dueToday", "after", "saving", "trial"] as const;
type Column = (typeof COLUMNS)[number];

/** Plans in a table; on a narrow screen each row becomes a card, with its labels taken from `data-label`. */
export function PlanTable({ plans }: { plans: ComparedPlan[] }) {
  const { t } = useTranslation(["pay-plan", "pricing"]);
  const columns = COLUMNS.filter((column) => plans.some((plan) => isSaid(plan, column)));
  return (
    <table className="compare">
      <caption className="visually-hidden">{t("pricing:caption")}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`pricing:${column}`)}
            </th>
          ))}
          <td />
        </tr>
      </thead>
      <tbody>
        {plans.map((plan) => (
          <PlanRow key={plan.planId} plan={plan} columns={columns} />
        ))}
      </tbody>
    </table>
  );
}

/** What some plan does not have has no column where none has it, and on narrow screens no row where this one has not. */
function isSaid({ next, saved, trial }: ComparedPlan, column: Column): boolean {
  switch (column) {
    case "after":
      return next !== undefined;
    case "saving":
      return saved !== undefined;
    case "trial":
      return trial !== undefined;
    default:
      return true;
  }
}

function PlanRow({ plan, columns }: { plan: ComparedPlan; columns: readonly Column[] }) {
  const { t } = useTranslation(["pay-plan", "pricing"]);
  const lang = useLang();
  const period = usePeriodText();
  const { next, saved, trial } = plan;
  const parts: Readonly<Record<Column, readonly string[]>> = {
    length: [],
    perMonth: [plan.perMonth],
    dueToday: [plan.dueToday],
    after: next ? [next.price, next.date] : [],
    saving: saved === undefined ? [] : [t("save", { percent: saved })],
    trial: trial ? [period.trial(trial)] : [],
  };
  return (
    <tr>
      <th scope="row">
        {period.length(plan.period)} {plan.isBest && <span className="badge">{t("bestValue")}</span>}
      </th>
      {columns.slice(1).map((column) => (
        <Cell key={column} column={column} parts={parts[column]} />
      ))}
      <td>
        <a className="button-quiet" href={paths.pricingCheckout(lang, plan.planId)}>
          {t("pricing:choose")} <span className="visually-hidden">{period.length(plan.period)}</span>
        </a>
      </td>
    </tr>
  );
}

const NOTHING = "–";

/** Each part is isolated, so that a price does not change the text direction of the date beside it. */
function Cell({ column, parts }: { column: Column; parts: readonly string[] }) {
  const { t } = useTranslation(["pay-plan", "pricing"]);
  const lang = useLang();
  return (
    <td data-label={t(`pricing:${column}`)} className={parts.length === 0 ? "not-said" : undefined}>
      <span>
        {parts.length === 0 && NOTHING}
        {parts.map((part, at) => (
          <Fragment key={part}>
            {at > 0 && separatorOf(lang)}
            <bdi>{part}</bdi>
          </Fragment>
        ))}
      </span>
    </td>
  );
}
