import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { paths } from "~/paths";
import { useFrame } from "~/shell/page-frame";
import { StatusPanel } from "~/shell/panels/status-panel";
import type { WithdrawView } from "./page-views.server";
import { ChangeForm, InStore, MayClaimMoneyBack, SubscriptionCard, SubscriptionFacts } from "./subscription-card";
import { type PageProps, SubscriptionsScreen } from "./subscriptions-screen";

/** Withdrawing from a contract: first which, then whether it is meant. */
export function WithdrawPage({ view, ...rest }: PageProps<WithdrawView>) {
  return (
    <SubscriptionsScreen {...rest} page="withdraw">
      {view !== undefined && <Step view={view} receiptKey={rest.receiptKey} />}
    </SubscriptionsScreen>
  );
}

type ReceiptKey = Pick<PageProps<unknown>, "receiptKey">;
type ViewOf<Kind extends WithdrawView["kind"]> = Extract<WithdrawView, { kind: Kind }>;

function Step({ view, receiptKey }: { view: WithdrawView } & ReceiptKey) {
  switch (view.kind) {
    case "choose":
      return view.choices.length === 0 ? (
        <Nothing words="withdraw.none" receiptKey={receiptKey} />
      ) : (
        <Choose view={view} />
      );
    case "confirm":
      return <Confirm view={view} receiptKey={receiptKey} />;
    case "over":
      return <Nothing words="problem.withdrawOver" receiptKey={receiptKey} />;
  }
}

function Choose({ view: { choices } }: { view: ViewOf<"choose"> }) {
  const { t } = useTranslation("subscription");
  return (
    <>
      <div className="intro">
        <h1>{t("withdraw.title")}</h1>
        <p>{t("withdraw.lead")}</p>
      </div>
      <div className="subscriptions">
        {choices.map(({ lastDay, isVoluntary, confirmAt, ...subscription }) => (
          <SubscriptionCard key={subscription.id} subscription={subscription}>
            {lastDay !== undefined && <p>{t("withdraw.until", { date: lastDay })}</p>}
            {isVoluntary && <p>{t("withdraw.voluntary")}</p>}
            {subscription.store !== undefined ? (
              <InStore store={subscription.store} />
            ) : (
              <p className="actions">
                <a className="button" href={confirmAt}>
                  {t("withdraw.choose")}
                  <span className="visually-hidden"> {subscription.plan}</span>
                </a>
              </p>
            )}
          </SubscriptionCard>
        ))}
      </div>
    </>
  );
}

function consequence(t: TFunction<"subscription">, { refund, isFree }: ViewOf<"confirm">): string {
  if (isFree) return t("withdraw.confirmFree");
  return refund === undefined ? t("withdraw.confirmText") : t("withdraw.confirmRefund", { amount: refund });
}

/** The second step: which contract, what is given back, and the button that does it. */
function Confirm({ view, receiptKey }: { view: ViewOf<"confirm"> } & ReceiptKey) {
  const { contract, form } = view;
  const { t } = useTranslation("subscription");
  const { lang } = useFrame();
  return (
    <StatusPanel tone="info" title={t("withdraw.confirmHeading")}>
      <SubscriptionFacts plan={contract.plan} bought={contract.bought} />
      <p>{consequence(t, view)}</p>
      {view.isVoluntary && <p>{t("withdraw.voluntary")}</p>}
      <ChangeForm form={form} receiptKey={receiptKey}>
        {t("withdraw.confirm")}
      </ChangeForm>
      <p>
        <a href={paths.cancel(lang, { key: receiptKey })}>{t("backToList")}</a>
      </p>
    </StatusPanel>
  );
}

function Nothing({ words, receiptKey }: { words: "withdraw.none" | "problem.withdrawOver" } & ReceiptKey) {
  const { t } = useTranslation(["subscription", "footer"]);
  const { lang } = useFrame();
  return (
    <StatusPanel tone="info" title={t("subscription:withdraw.title")}>
      <p>{t(`subscription:${words}`)}</p>
      <MayClaimMoneyBack />
      <p className="actions">
        <a className="button" href={paths.cancel(lang, { key: receiptKey })}>
          {t("footer:cancel")}
        </a>
      </p>
    </StatusPanel>
  );
}
