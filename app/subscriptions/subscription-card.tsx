import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { STORE_PAGES } from "~/paths";
import { FactList } from "~/shell/panels/fact-list";
import type { SubscriptionView } from "./subscription-card.server";

/** A subscription: its plan, its state, when it is paid next or ends, and what can be done about it. */
export function SubscriptionCard({ subscription, children }: { subscription: SubscriptionView; children: ReactNode }) {
  const { t } = useTranslation("subscription");
  const { id, plan, state, next, until, bought } = subscription;
  return (
    <article className="card subscription" aria-labelledby={`plan-${id}`}>
      <div className="subscription-head">
        <h2 id={`plan-${id}`}>
          <bdi>{plan}</bdi>
        </h2>
        <span className={`state state-${state}`}>{t(`states.${state}`)}</span>
      </div>
      <SubscriptionFacts next={next} until={until} bought={bought} />
      {children}
    </article>
  );
}

type Facts = Pick<SubscriptionView, "next" | "until" | "bought"> & { plan?: string };

export function SubscriptionFacts({ plan, next, until, bought }: Facts) {
  const { t } = useTranslation("subscription");
  const facts = [
    { label: t("plan"), text: plan },
    { label: t("next"), text: next && t("nextText", next) },
    { label: t("runsUntil"), text: until },
    { label: t("bought"), text: bought },
  ];
  return <FactList facts={facts} />;
}

/** Only the store can end what was bought in it. */
export function InStore({ store }: { store: keyof typeof STORE_PAGES }) {
  const { t } = useTranslation("subscription");
  return (
    <>
      <p>{t(`store.${store}`)}</p>
      <p className="actions">
        <a className="button" href={STORE_PAGES[store]}>
          {t(`store.${store}Link`)}
        </a>
      </p>
    </>
  );
}
