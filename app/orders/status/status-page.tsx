import { useTranslation } from "react-i18next";
import { separatorOf } from "~/i18n/lists";
import { useLang } from "~/i18n/use-lang";
import { BillLines } from "~/offers/line-list";
import { type PeriodView, usePeriodText } from "~/offers/period";
import type { BillView } from "~/offers/sale/line-views.server";
import { type OrderScreenKind, SCREENS } from "~/orders/order-states";
import { FactList } from "~/shell/panels/fact-list";
import { StatusPanel } from "~/shell/panels/status-panel";
import { SupportReference } from "~/shell/panels/support-reference";
import type { KnownDecline } from "~/upstream/contract/purchase-result";
import { OpenInBrowserPanel } from "~/visitor/browser/open-in-browser";
import type { OpenInBrowser } from "~/visitor/browser/open-in-browser.server";
import { useStatusPoll } from "./use-status-poll";

/** What every status page has. */
interface Polled {
  notice?: "unverified" | undefined;
  /** What the page shows, for the poll. */
  state: string;
  pollAt?: string;
  checkAt?: string;
  /** In an app's built-in browser: how to open this page in the visitor's own browser. */
  openInBrowser?: OpenInBrowser;
}

interface Status extends Polled, Steps, BoughtFacts {
  kind: Exclude<OrderScreenKind, "success">;
  bucket?: KnownDecline;
  /** The bank's check may need the visitor's own browser. */
  opensInBrowser: boolean;
  /** The purchase was begun in an app, and goes on there. */
  isPaidInApp: boolean;
  /** The order is another one than was agreed to, so nobody is led to pay it. */
  isOther: boolean;
  /** Its payment page cannot be reached from here. */
  isRefused: boolean;
  /** Nothing was due, so nothing was paid. */
  isFree: boolean;
  noMoneyTaken: boolean;
  link?: string;
}

/** An order of another browser. */
interface OtherBrowser extends Polled {
  kind: "otherBrowser";
  stage: "live" | "paid" | "over";
  texts: string[];
  buyAt?: string;
  otherPlanAt?: string;
}

type OwnWorded = Pick<Status, "kind" | "isFree" | "isOther" | "isRefused">;
type Worded = OwnWorded | Pick<OtherBrowser, "kind" | "stage">;

/** The key of the messages for a status. */
export function wordsOf(status: Worded) {
  if (status.kind === "otherBrowser") return `otherBrowser.${status.stage}` as const;
  return ownWords(status);
}

function ownWords({ kind, isFree, isOther, isRefused }: OwnWorded) {
  if (isOther) return "otherTerms";
  if (isRefused) return "noWay";
  return isFree ? "settingUp" : (SCREENS[kind].words ?? "waiting");
}

/** An order's status in words, with one next step. Screen readers announce it when it changes. */
export function StatusPage({ status }: { status: Status | OtherBrowser }) {
  const { t } = useTranslation("paystatus");
  const { kind, notice, pollAt, state } = status;
  useStatusPoll(pollAt, state);
  return (
    <div aria-live="polite">
      <StatusPanel tone={kind === "otherBrowser" ? "info" : SCREENS[kind].tone} title={t(`${wordsOf(status)}.title`)}>
        {notice !== undefined && <p className="notice">{t(`notice.${notice}`)}</p>}
        {kind === "otherBrowser" ? <OtherBrowsersOrder status={status} /> : <OwnOrder status={status} />}
      </StatusPanel>
    </div>
  );
}

function OwnOrder({ status }: { status: Status }) {
  const { kind, link } = status;
  return (
    <>
      <StatusWords status={status} />
      <StatusActions steps={status} />
      {link !== undefined && <WayBack link={link} />}
      <OpenInBrowserPanel openInBrowser={status.openInBrowser} isOpen={status.opensInBrowser || kind === "action"} />
      <StatusFacts bought={status} />
    </>
  );
}

function OtherBrowsersOrder({
  status: { texts, buyAt, otherPlanAt, checkAt, openInBrowser },
}: {
  status: OtherBrowser;
}) {
  const { t } = useTranslation("paystatus");
  return (
    <>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p className="actions">
        {buyAt !== undefined && (
          <a className="button" href={buyAt}>
            {t("otherBrowser.buy")}
          </a>
        )}
        {otherPlanAt !== undefined && (
          <a className={buyAt === undefined ? "button" : "button-quiet"} href={otherPlanAt}>
            {t("otherPlan")}
          </a>
        )}
        {checkAt !== undefined && (
          <a className="button-quiet" href={checkAt}>
            {t("checkAgain")}
          </a>
        )}
      </p>
      <OpenInBrowserPanel openInBrowser={openInBrowser} />
      <SupportReference isProblem={false} />
    </>
  );
}

/** What happened, and what the buyer can do. */
function StatusWords({ status }: { status: Status }) {
  const { t } = useTranslation("paystatus");
  const { bucket } = status;
  const textOf = (words: ReturnType<typeof ownWords>): string | undefined => {
    if (words === "declined") return bucket && t(`declined.${bucket}`);
    if (words === "noWay") return t(status.methods.length > 0 ? "noWay.text" : "noWay.later");
    // In an app nothing was entered here.
    if (words === "cancelled" || words === "expired") return status.isPaidInApp ? undefined : t("detailsSaved");
    return t(`${words}.text`);
  };
  const text = textOf(ownWords(status));
  return (
    <>
      {text !== undefined && <p>{text}</p>}
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

/** The links of a status page; missing ones do not apply. */
interface Steps {
  payAt?: string;
  payAgainAt?: string;
  /** The payment method that is tried again there, where others stand beside it. */
  payAgainBy?: string;
  otherPlanAt?: string;
  /** Other payment methods, after one was declined, left, or could not be reached. */
  methods: { name: string; at: string }[];
}

function StatusActions({ steps }: { steps: Steps & Pick<Polled, "checkAt"> }) {
  const { t } = useTranslation("paystatus");
  const lang = useLang();
  const hasMethods = steps.methods.length > 0;
  return (
    <>
      {hasMethods && <OtherMethods methods={steps.methods} />}
      <p className="actions">
        {steps.payAt !== undefined && (
          <a className="button" href={steps.payAt}>
            {t("continuePaying")}
          </a>
        )}
        {steps.payAgainAt !== undefined && (
          <a className={hasMethods ? "button-quiet" : "button"} href={steps.payAgainAt}>
            <span>
              {t("payAgain")}
              {steps.payAgainBy !== undefined && (
                <>
                  {separatorOf(lang)}
                  <bdi>{steps.payAgainBy}</bdi>
                </>
              )}
            </span>
          </a>
        )}
        {steps.otherPlanAt !== undefined && (
          <a className="button-quiet" href={steps.otherPlanAt}>
            {t("otherPlan")}
          </a>
        )}
        {steps.checkAt !== undefined && (
          <a className="button-quiet" href={steps.checkAt}>
            {t("checkAgain")}
          </a>
        )}
      </p>
    </>
  );
}

/** What was refused once is likely to be again, so another way comes first. */
function OtherMethods({ methods }: Pick<Steps, "methods">) {
  const { t } = useTranslation("paystatus");
  return (
    <nav className="methods" aria-labelledby="other-methods">
      <h2 id="other-methods">{t("otherMethods")}</h2>
      <p className="actions">
        {methods.map(({ name, at }, index) => (
          <a key={at} className={index === 0 ? "button" : "button-quiet"} href={at}>
            {name}
          </a>
        ))}
      </p>
    </nav>
  );
}

/** What was bought; all money is text. */
interface BoughtFacts {
  period?: PeriodView;
  orderId?: string;
  /** Missing where nobody knows the price. */
  bill?: BillView;
  coupon?: string;
}

function StatusFacts({ bought }: { bought: BoughtFacts }) {
  const { t } = useTranslation("paystatus");
  const { length } = usePeriodText();
  const { period, orderId, bill, coupon } = bought;
  const facts = [
    { label: t("planLabel"), text: period && length(period) },
    { label: t("orderLabel"), text: orderId },
  ];
  return (
    <>
      <FactList facts={facts} />
      {bill && <BillLines bill={bill} label={t("amountLabel")} coupon={coupon} />}
      <SupportReference orderId={orderId} />
    </>
  );
}
