import { useTranslation } from "react-i18next";
import type { CancelView } from "./page-views.server";
import { ChangeForm, InStore, MayClaimMoneyBack, MayWithdraw, SubscriptionCard } from "./subscription-card";
import { type PageProps, SubscriptionsScreen } from "./subscriptions-screen";

/** Every subscription that runs, each with one button that ends it at once, without a question. */
export function CancelPage({ view, ...rest }: PageProps<CancelView>) {
  const { t } = useTranslation("subscription");
  return (
    <SubscriptionsScreen {...rest} page="cancel">
      <div className="intro">
        <h1>{t("cancel.title")}</h1>
        <p>{t(view?.runsAsPaid === false ? "cancel.leadOnly" : "cancel.lead")}</p>
        {view?.isWithoutRefund === true && <p>{t("cancel.noRefund")}</p>}
      </div>
      <div className="subscriptions">
        {view?.cards.map(({ form, lastDay, refund, withdraw, ...subscription }) => (
          <SubscriptionCard key={subscription.id} subscription={subscription}>
            {subscription.store !== undefined && <InStore store={subscription.store} />}
            {lastDay !== undefined && <p>{t("cancel.ends", { date: lastDay })}</p>}
            {refund !== undefined && <p>{t("cancel.refundAtEnd", { amount: refund })}</p>}
            {form !== undefined && (
              <ChangeForm form={form} receiptKey={rest.receiptKey} isQuiet={form.action === "resume"}>
                {t(form.action === "resume" ? "cancel.undo" : "cancel.submit")}
                <span className="visually-hidden"> {subscription.plan}</span>
              </ChangeForm>
            )}
            <MayWithdraw way={withdraw} />
          </SubscriptionCard>
        ))}
      </div>
      {view?.cards.some(({ withdraw }) => withdraw !== undefined) === false && <MayClaimMoneyBack />}
    </SubscriptionsScreen>
  );
}
