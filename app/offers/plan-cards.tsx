import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { separatorOf } from "~/i18n/lists";
import { useLang } from "~/i18n/use-lang";
import type { OfferView } from "./offer-view";
import { usePeriodText } from "./period";

/** Plans to choose from, each a link to its checkout. */
export function PlanCards({ offers, hrefOf }: { offers: OfferView[]; hrefOf: (planId: string) => string }) {
  const { t } = useTranslation("pay-plan");
  return (
    <ul className="plans" aria-label={t("listLabel")}>
      {offers.map((offer) => (
        <li key={offer.planId}>
          <a className="plan" href={hrefOf(offer.planId)}>
            <PlanCard offer={offer} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The plan that is bought. */
interface Selected {
  /** The price today, and what follows. */
  facts: readonly string[];
  /** What is paid for the first period with a coupon. */
  reduced: string | undefined;
}

interface CardProps {
  offer: OfferView;
  selected?: Selected | undefined;
}

/** What a plan's link or button says. */
export function PlanCard({ offer, selected }: CardProps) {
  const { t } = useTranslation("pay-plan");
  const period = usePeriodText();
  return (
    <>
      <span className="plan-name">
        {period.length(offer.period)} {offer.isBest && <span className="badge">{t("bestValue")}</span>}{" "}
        {selected !== undefined && <span className="visually-hidden">{t("selected")}</span>}
      </span>{" "}
      <PlanPrice offer={offer} selected={selected} />{" "}
      {offer.saved !== undefined && (
        <span className="plan-note plan-saving">{t("save", { percent: offer.saved })}</span>
      )}{" "}
      {offer.trial !== undefined && <span className="plan-note">{period.trial(offer.trial)}</span>}
    </>
  );
}

/** The price per month and the price that is paid; for plans shorter than two months the latter comes first. */
function PlanPrice({ offer, selected }: CardProps) {
  const { t } = useTranslation("pay-plan");
  const period = usePeriodText();
  const perMonth = t("perMonth", { price: offer.perMonth });
  const paid = t("paidOnce", { price: selected?.reduced ?? offer.price, period: period.length(offer.period) });
  const { unit, count } = offer.period;
  const isMonthly = unit === "month" && count === 1;
  const isShort = unit === "day" || unit === "week";
  return (
    <>
      <span className="plan-price">
        <bdi>{isShort || selected?.reduced !== undefined ? paid : perMonth}</bdi>
      </span>{" "}
      {selected === undefined ? (
        !isMonthly && (
          <span className="plan-total">
            {offer.full !== undefined && <FullPrice full={offer.full} />}
            <bdi>{isShort ? perMonth : paid}</bdi>
          </span>
        )
      ) : (
        <span className="plan-total">
          <Facts facts={selected.facts} />
        </span>
      )}
    </>
  );
}

/** The price that was asked before. */
function FullPrice({ full }: { full: string }) {
  const { t } = useTranslation("pay-plan");
  return (
    <>
      <span className="visually-hidden">{t("before")} </span>
      <s>
        <bdi>{full}</bdi>
      </s>{" "}
      <span className="visually-hidden">{t("now")} </span>
    </>
  );
}

/** The sale in a line; where it does not fit in one, it breaks between its facts, and what separates them is not drawn there. */
function Facts({ facts }: { facts: readonly string[] }) {
  const separator = separatorOf(useLang()).trim();
  return (
    <span className="sale-facts">
      {facts.map((fact, at) => (
        <Fragment key={fact}>
          {at > 0 && " "}
          <span className="fact">
            {at > 0 && <span className="fact-separator">{separator} </span>}
            {fact}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
