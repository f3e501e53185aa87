import { useTranslation } from "react-i18next";
import type { PlanCard } from "./plan-cards.server";
import { InStore, MayWithdraw, SubscriptionCard } from "./subscription-card";

/** The plans that run, each with the ways to change it. */
export const PlanCards = ({ cards }: { cards: readonly PlanCard[] }) => (
  <div className="subscriptions">
    {cards.map(({ withdraw, ...card }) => (
      <SubscriptionCard key={card.id} subscription={card}>
        {card.store !== undefined && <InStore store={card.store} />}
        <WaysToChange card={card} />
        <MayWithdraw way={withdraw} />
      </SubscriptionCard>
    ))}
  </div>
);

function WaysToChange({ card: { state, plan, cardAt, change } }: { card: PlanCard }) {
  const { t } = useTranslation(["subscription", "footer"]);
  if (cardAt === undefined && change === undefined) return null;
  const isUnpaid = state === "past_due";
  const ofPlan = <span className="visually-hidden"> {plan}</span>;
  return (
    <>
      {isUnpaid && <p>{t("subscription:renewal.title")}</p>}
      <p className="actions">
        {cardAt !== undefined && (
          <a className={isUnpaid ? "button" : "button-quiet"} href={cardAt}>
            {t("subscription:renewal.cardLink")}
            {ofPlan}
          </a>
        )}
        {change !== undefined && (
          <a className="button-quiet" href={change.at}>
            {t(change.action === "cancel" ? "footer:cancel" : "subscription:cancel.undo")}
            {ofPlan}
          </a>
        )}
      </p>
    </>
  );
}
