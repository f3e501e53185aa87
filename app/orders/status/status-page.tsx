import { useTranslation } from "react-i18next";
import type { OrderScreen } from "~/orders/order-screen";
import { useStandingPoll } from "~/orders/use-standing-poll";
import type { StatusNotice } from "~/paths";
import { StatusPanel, type Tone } from "~/shell/status-panel";
import type { DeclineBucket } from "~/upstream/contract/purchase-result";
import type { Elsewhere } from "~/visitor/browser/open-in-browser";
import { ContinueElsewhere } from "~/visitor/browser/open-in-browser-panel";
import { StatusActions, type Steps } from "./status-actions";
import { type Bought, StatusFacts } from "./status-facts";

export interface Status extends Steps, Bought {
  kind: Exclude<OrderScreen["kind"], "success"> | "unreachable" | "notOpened";
  bucket?: DeclineBucket;
  notice?: StatusNotice;
  /** The bank's check may work in a browser of its own. */
  opensInBrowser: boolean;
  /** The purchase was begun in an app, and goes on there. */
  isPaidInApp: boolean;
  /** Nothing was due, so nothing was paid. */
  isFree: boolean;
  noMoneyTaken: boolean;
  pollAt?: string;
  link?: string;
  /** Inside other apps: the way to this page in the visitor's own browser. */
  elsewhere?: Elsewhere;
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

/** The messages that a status is told in. */
export const wordsOf = ({ kind, isFree }: Pick<Status, "kind" | "isFree">) => (isFree ? "settingUp" : kind);

/** How an order stands, in words, with one thing to do next. Announced when it changes in place. */
export function StatusPage({ status }: { status: Status }) {
  const { t } = useTranslation("paystatus");
  const { kind, notice, pollAt, link } = status;
  useStandingPoll(pollAt, kind);
  return (
    <div aria-live="polite">
      <StatusPanel tone={TONES[kind]} title={t(`${wordsOf(status)}.title`)}>
        {notice !== undefined && <p className="notice">{t(`notice.${notice}`)}</p>}
        <Words status={status} />
        <StatusActions steps={status} />
        {link !== undefined && <WayBack link={link} />}
        <ContinueElsewhere elsewhere={status.elsewhere} />
        <StatusFacts bought={status} />
      </StatusPanel>
    </div>
  );
}

/** What happened, and what to do about it. */
function Words({ status }: { status: Status }) {
  const { t } = useTranslation("paystatus");
  const { bucket = "bank_declined" } = status;
  const words = wordsOf(status);
  return (
    <>
      <p>{words === "declined" ? t(`declined.${bucket}`) : t(`${words}.text`)}</p>
      {status.opensInBrowser && <p>{t("declined.openInBrowser")}</p>}
      {status.isPaidInApp && <p>{t("goBackToApp")}</p>}
      {status.noMoneyTaken && <p className="reassurance">{t("noMoneyTaken")}</p>}
    </>
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
