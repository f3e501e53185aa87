import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { separatorOf } from "~/i18n/lists";
import { useLang } from "~/i18n/use-lang";
import { paths } from "~/paths";
import type { ComparedPlan } from "./offer-view";
import { usePeriodText } from "./period";

const COLUMNS = ["length", "perMonth", "dueToday", "after", "saving", "trial"] as const;

/** Plans in a table; on a narrow screen each row becomes a card, with its labels taken from `data-label`. */
export function PlanTable({ plans }: { plans: ComparedPlan[] }) {
  const { t } = useTranslation(["pay-plan", "pricing"]);
  return (
    <table className="compare">
      <caption className="visually-hidden">{t("pricing:caption")}</caption>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {t(`pricing:${column}`)}
            </th>
          ))}
          <td />
        </tr>
      </thead>
      <tbody>
        {plans.map((plan) => (
          <PlanRow key={plan.planId} plan={plan} />
        ))}
      </tbody>
    </table>
  );
}

function PlanRow({ plan }: { plan: ComparedPlan }) {
  const { t } = useTranslation(["pay-plan", "pricing"]);
  const lang = useLang();
  const period = usePeriodText();
  const trial = plan.trial && t("trialFor", { price: plan.trial.price, period: period.length(plan.trial.period) });
  return (
    <tr>
      <th scope="row">
        {period.length(plan.period)} {plan.isBest && <span className="badge">{t("bestValue")}</span>}
      </th>
      <Cell column="perMonth" parts={[plan.perMonth]} />
      <Cell column="dueToday" parts={[plan.dueToday]} />
      <Cell column="after" parts={plan.next ? [plan.next.price, plan.next.date] : [NOTHING]} />
      <Cell column="saving" parts={[plan.saved === undefined ? NOTHING : t("save", { percent: plan.saved })]} />
      <Cell column="trial" parts={[trial ?? NOTHING]} />
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
function Cell({ column, parts }: { column: (typeof COLUMNS)[number]; parts: readonly string[] }) {
  const { t } = useTranslation(["pay-plan", "pricing"]);
  const lang = useLang();
  return (
    <td data-label={t(`pricing:${column}`)}>
      <span>
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
