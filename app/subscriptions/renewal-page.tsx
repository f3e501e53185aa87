import { useTranslation } from "react-i18next";
import { StatusPanel } from "~/shell/panels/status-panel";
import type { FailedRenewal, RenewalView } from "./page-views.server";
import { InStore, SubscriptionFacts } from "./subscription-card";
import { type PageProps, SubscriptionsScreen } from "./subscriptions-screen";

/** What happened to a renewal that failed, and the one way on. */
export function RenewalPage({ view, ...rest }: PageProps<RenewalView>) {
  const { t } = useTranslation("subscription");
  return (
    <SubscriptionsScreen {...rest} page="renewal">
      {view?.kind === "fine" ? (
        <StatusPanel tone="success" title={t("renewal.fineTitle")}>
          {view.renewals.length === 0 && <p>{t("renewal.fine")}</p>}
          {view.renewals.map((renewal) => (
            <RenewalToCome key={renewal.id} renewal={renewal} />
          ))}
        </StatusPanel>
      ) : (
        <StatusPanel tone="problem" title={t("renewal.title")}>
          {view?.renewals.map((renewal) => (
            <RenewalOn key={renewal.id} renewal={renewal} />
          ))}
        </StatusPanel>
      )}
    </SubscriptionsScreen>
  );
}

type Renewals<Kind> = Extract<RenewalView, { kind: Kind }>["renewals"];

function RenewalToCome({ renewal: { plan, bought, until, changeAt } }: { renewal: Renewals<"fine">[number] }) {
  const { t } = useTranslation("subscription");
  return (
    <>
      <SubscriptionFacts plan={plan} bought={bought} until={until} />
      <p className="actions">
        <a className="button" href={changeAt}>
          {t("renewal.cardLink")}
        </a>
      </p>
    </>
  );
}

function RenewalOn({ renewal: { price, plan, way, bought, until, store } }: { renewal: FailedRenewal }) {
  const { t } = useTranslation("subscription");
  return (
    <>
      <p>{price === undefined ? t("renewal.text") : t("renewal.textAmount", { price })}</p>
      <SubscriptionFacts plan={plan} bought={bought} until={until} />
      {way.kind === "store" && store !== undefined && <InStore store={store} isRenewal />}
      {way.kind !== "store" && (
        <>
          <p>{t(way.kind === "manage" ? "renewal.card" : "renewal.buy")}</p>
          <p className="actions">
            <a className="button" href={way.at}>
              {t(way.kind === "manage" ? "renewal.cardLink" : "renewal.buyLink")}
            </a>
          </p>
        </>
      )}
    </>
  );
}
