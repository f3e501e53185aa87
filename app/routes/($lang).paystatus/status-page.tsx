import { useTranslation } from "react-i18next";
import type { PeriodView } from "~/checkout/offer-view";
import type { OrderScreen } from "~/checkout/order-screen";
import { FactList } from "~/components/fact-list";
import { usePeriodText } from "~/components/period-text";
import { StatusPanel, type Tone } from "~/components/status-panel";
import { SupportReference } from "~/components/support-reference";
import { useStandingPoll } from "~/enhance/use-standing-poll";
import { useLang } from "~/i18n/use-lang";
import { paths } from "~/paths";
import type { DeclineBucket } from "~/upstream/contract/purchase-result";

export interface Status {
  kind: Exclude<OrderScreen["kind"], "success"> | "unreachable" | "notOpened";
  bucket?: DeclineBucket;
  noMoneyTaken: boolean;
  period?: PeriodView;
  orderId?: string;
  amount: string;
  payAt?: string;
  payAgainAt?: string;
  pollAt?: string;
  checkAt?: string;
  link?: string;
}

const TONES: Readonly<Record<Status["kind"], Tone>> = {
  granting: "success",
  waiting: "waiting",
  unpaid: "info",
  action: "info",
  declined: "problem",
  cancelled: "info",
  expired: "info",
  review: "waiting",
  refunded: "info",
  unreachable: "waiting",
  notOpened: "problem",
};

/** How an order stands, in words, with one thing to do next. Announced when it changes in place. */
export function StatusPage({ status }: { status: Status }) {
  const { t } = useTranslation("paystatus");
  useStandingPoll(status.pollAt, status.kind);
  const { kind, bucket } = status;
  return (
    <div aria-live="polite">
      <StatusPanel tone={TONES[kind]} title={t(`${kind}.title`)}>
        {kind === "declined" ? <p>{t(`declined.${bucket ?? "bank_declined"}`)}</p> : <p>{t(`${kind}.text`)}</p>}
        {status.noMoneyTaken && <p className="reassurance">{t("noMoneyTaken")}</p>}
        <Actions status={status} />
        {status.link !== undefined && <WayBack link={status.link} />}
        <Facts status={status} />
      </StatusPanel>
    </div>
  );
}

function Actions({ status }: { status: Status }) {
  const { t } = useTranslation("paystatus");
  const lang = useLang();
  return (
    <p className="actions">
      {status.payAt !== undefined && (
        <a className="button" href={status.payAt}>
          {t("continuePaying")}
        </a>
      )}
      {status.payAgainAt !== undefined && (
        <>
          <a className="button" href={status.payAgainAt}>
            {t("payAgain")}
          </a>
          <a className="button-quiet" href={paths.payment(lang)}>
            {t("otherPlan")}
          </a>
        </>
      )}
      {status.checkAt !== undefined && (
        <a className="button-quiet" href={status.checkAt}>
          {t("checkAgain")}
        </a>
      )}
    </p>
  );
}

function WayBack({ link }: { link: string }) {
  const { t } = useTranslation("paystatus");
  return (
    <p className="notice">
      {t("waiting.canClose")} <a href={link}>{link.slice(0, link.indexOf("?"))}</a>
    </p>
  );
}

function Facts({ status }: { status: Status }) {
  const { t } = useTranslation("paystatus");
  const period = usePeriodText();
  const facts = [
    { label: t("planLabel"), text: status.period && period.length(status.period) },
    { label: t("amountLabel"), text: status.amount },
    { label: t("orderLabel"), text: status.orderId },
  ];
  return (
    <>
      <FactList facts={facts} />
      <SupportReference />
    </>
  );
}
