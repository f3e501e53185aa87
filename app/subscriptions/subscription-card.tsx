import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SendingMessage } from "~/enhance/sending/sending-message";
import { useSingleSubmit } from "~/enhance/sending/use-single-submit";
import { HiddenVisitorFields } from "~/forms/visitor-fields";
import { paths, STORE_PAGES } from "~/paths";
import { useFrame } from "~/shell/page-frame";
import { FactList } from "~/shell/panels/fact-list";
import type { ChangeFormView, SubscriptionView, WayToWithdraw } from "./subscription-card.server";

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

export function SubscriptionFacts({ plan, next, until, bought }: Partial<SubscriptionView>) {
  const { t } = useTranslation("subscription");
  const facts = [
    { label: t("plan"), text: plan },
    { label: t("next"), text: next && t("nextText", next) },
    { label: t("runsUntil"), text: until },
    { label: t("bought"), text: bought },
  ];
  return <FactList facts={facts} />;
}

/** Only the store can end what was bought in it, or renew it. */
export function InStore({ store, isRenewal }: { store: keyof typeof STORE_PAGES; isRenewal?: boolean }) {
  const { t } = useTranslation("subscription");
  return (
    <>
      <p>{t(isRenewal ? `store.${store}Renewal` : `store.${store}`)}</p>
      <p className="actions">
        <a className="button" href={STORE_PAGES[store]}>
          {t(`store.${store}Link`)}
        </a>
      </p>
    </>
  );
}

/** Leads from a subscription to withdrawing from its contract, while that can be done. */
export function MayWithdraw({ way }: { way: WayToWithdraw | undefined }) {
  const { t } = useTranslation("subscription");
  if (way === undefined) return null;
  return (
    <div>
      <p>
        {t("cancel.moneyBack")} <a href={way.at}>{t("withdraw.title")}</a>
      </p>
      {way.lastDay !== undefined && <p className="hint">{t("withdraw.until", { date: way.lastDay })}</p>}
    </div>
  );
}

/** Leads to the brand's promise, for when the law gives no right, or no longer. */
export function MayClaimMoneyBack() {
  const { t } = useTranslation("subscription");
  const { brand, lang } = useFrame();
  if (!brand.hasMoneyBack) return null;
  return (
    <p>
      {t("withdraw.moneyBack")} <a href={paths.moneyBack(lang)}>{t("withdraw.moneyBackLink")}</a>
    </p>
  );
}

interface ChangeFormProps {
  form: ChangeFormView;
  receiptKey: string | undefined;
  isQuiet?: boolean;
  /** The button's text. */
  children: ReactNode;
}

/** One button that changes a subscription. The form carries its idempotency key, so sending it twice is one change. */
export function ChangeForm({ form, receiptKey, isQuiet, children }: ChangeFormProps) {
  const { t } = useTranslation("subscription");
  const { visitorFields, lang } = useFrame();
  const { sending, onSubmit } = useSingleSubmit();
  const isSending = sending === "waiting";
  const { action, subscriptionId, attempt, orderId } = form;
  const page = action === "withdraw" ? "withdraw" : "cancel";
  return (
    <form className="change" method="post" action={paths[page](lang, { key: receiptKey })} onSubmit={onSubmit}>
      <input type="hidden" name="intent" value={action} />
      <input type="hidden" name="subscription_id" value={subscriptionId} />
      {orderId !== undefined && <input type="hidden" name="order_id" value={orderId} />}
      <input type="hidden" name="attempt" value={attempt} />
      <HiddenVisitorFields visitorFields={visitorFields} />
      <SendingMessage sending={sending} />
      <button
        className={isQuiet ? "button-quiet" : "button"}
        type="submit"
        aria-disabled={isSending}
        aria-busy={isSending}
      >
        {isSending ? t("sending") : children}
      </button>
    </form>
  );
}
