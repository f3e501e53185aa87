import { useTranslation } from "react-i18next";
import type { OfferView } from "./offer-view";
import { usePeriodText } from "./period";

/** Plans to choose from, each a link to its checkout. */
export function PlanCards({ offers, hrefOf }: { offers: OfferView[]; hrefOf: (planId: string) => string }) {
  const { t } = useTranslation("pay-plan");
  return (
    <ul className="plans" aria-label={t("listLabel")}>
      {offers.map((offer) => (
        <li key={offer.planId} className={offer.isBest ? "plan-best" : undefined}>
          <a className="plan" href={hrefOf(offer.planId)}>
            <PlanCard offer={offer} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** What a plan's link or button says. */
export function PlanCard({ offer, isSelected = false }: { offer: OfferView; isSelected?: boolean }) {
  const { t } = useTranslation("pay-plan");
  const period = usePeriodText();
  return (
    <>
      <span className="plan-name">
        {period.length(offer.period)} {offer.isBest && <span className="badge">{t("bestValue")}</span>}{" "}
        {isSelected && <span className="visually-hidden">{t("selected")}</span>}
      </span>{" "}
      <PlanPrice offer={offer} />{" "}
      {offer.saved !== undefined && <span className="plan-note">{t("save", { percent: offer.saved })}</span>}{" "}
      {offer.trial !== undefined && (
        <span className="plan-note">
          {t("trialFor", { price: offer.trial.price, period: period.length(offer.trial.period) })}
        </span>
      )}
    </>
  );
}

/** The price per month and the price that is paid; for plans shorter than two months the latter comes first. */
function PlanPrice({ offer }: { offer: OfferView }) {
  const { t } = useTranslation("pay-plan");
  const period = usePeriodText();
  const perMonth = t("perMonth", { price: offer.perMonth });
  const paid = t("paidOnce", { price: offer.price, period: period.length(offer.period) });
  const { unit, count } = offer.period;
  const isMonthly = unit === "month" && count === 1;
  const isShort = unit === "day" || unit === "week";
  return (
    <>
      <span className="plan-price">
        <bdi>{isShort ? paid : perMonth}</bdi>
      </span>{" "}
      {!isMonthly && (
        <span className="plan-total">
          {offer.full !== undefined && (
            <>
              <span className="visually-hidden">{t("before")} </span>
              <s>
                <bdi>{offer.full}</bdi>
              </s>{" "}
              <span className="visually-hidden">{t("now")} </span>
            </>
          )}
          <bdi>{isShort ? perMonth : paid}</bdi>
        </span>
      )}
    </>
  );
}
