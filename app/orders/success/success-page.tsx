import { useTranslation } from "react-i18next";
import { useCopy } from "~/enhance/use-copy";
import { BillLines } from "~/offers/line-list";
import { usePeriodText } from "~/offers/period";
import { AgreedList } from "~/offers/sale/agreed-list";
import { SubscriptionLinks } from "~/shell/links/subscription-links";
import { useFrame } from "~/shell/page-frame";
import { FactList } from "~/shell/panels/fact-list";
import { StatusPanel } from "~/shell/panels/status-panel";
import { QrCode } from "~/visitor/browser/qr-code";
import { usePaid } from "~/visitor/identity/user-info";
import type { Access, Bought } from "./success.server";
import { useFreshPage } from "./use-fresh-page";

/** The plan is paid and active: how to use it, what was paid, and what to keep. */
export function SuccessPage({ bought, access }: { bought: Bought; access: Access }) {
  const { t } = useTranslation("paysuc");
  const { brand } = useFrame();
  usePaid();
  useFreshPage(access.codeSeconds);
  const app = brand.appName;
  return (
    <StatusPanel tone="success" title={t("heading")}>
      <p>{t(leadOf(access), { app })}</p>
      {bought.other !== undefined && <OtherThanAgreed other={bought.other} receiptKey={access.receiptKey} />}
      {access.otherPlanAt !== undefined && <OtherPlan at={access.otherPlanAt} />}
      <Actions access={access} />
      {bought.email !== undefined && <p>{t("receiptTo", { email: bought.email })}</p>}
      <PurchaseFacts bought={bought} />
      {access.keep !== undefined && <AccessToKeep keep={access.keep} />}
      {access.keep?.receiptsLink === undefined && <p className="hint">{t("keepLink")}</p>}
      {access.receiptsAt !== undefined && <SubscriptionLinks receiptKey={access.receiptKey} />}
    </StatusPanel>
  );
}

function leadOf({ isInApp, codeSeconds }: Access) {
  if (isInApp) return "textInApp";
  return codeSeconds === undefined ? "text" : "textLetIn";
}

/** Something else was sold than was agreed to: says both, and how to undo it. */
function OtherThanAgreed({
  other,
  receiptKey,
}: {
  other: NonNullable<Bought["other"]>;
  receiptKey: string | undefined;
}) {
  const { t } = useTranslation("paysuc");
  const { brand } = useFrame();
  const facts = [
    { label: t("otherTerms.agreed"), text: other.agreed },
    { label: t("otherTerms.sold"), text: other.sold },
  ];
  return (
    <section className="notice" aria-labelledby="other-title">
      <h2 id="other-title">{t("otherTerms.title")}</h2>
      <FactList facts={facts} />
      <p>{t("otherTerms.undo", { email: brand.supportEmail })}</p>
      <SubscriptionLinks receiptKey={receiptKey} />
    </section>
  );
}

/** The next step, and the receipts. */
function Actions({ access: { app, receiptsAt, codeSeconds, isInApp } }: { access: Access }) {
  const { t } = useTranslation("paysuc");
  const { appName } = useFrame().brand;
  // Whoever is in the app already needs no code there: on another device they do.
  const isCodeTold = codeSeconds !== undefined && (!isInApp || app.scan !== undefined);
  // On a computer without an app of its own the phone's apps are the next step.
  const first = app.here === undefined ? app.onPhones : [app.here];
  const others = app.here === undefined ? [] : [...(app.orElse ? [app.orElse] : []), ...app.onPhones];
  return (
    <>
      {(first.length > 0 || receiptsAt !== undefined) && (
        <p className="actions">
          {first.map(({ text, at }) => (
            <a key={at} className="button" href={at}>
              {text}
            </a>
          ))}
          {receiptsAt !== undefined && (
            <a className="button-quiet" href={receiptsAt}>
              {t("receipts")}
            </a>
          )}
        </p>
      )}
      {others.length > 0 && (
        <ul className="link-row">
          {others.map(({ text, at }) => (
            <li key={at}>
              <a href={at}>{text}</a>
            </li>
          ))}
        </ul>
      )}
      {app.scan !== undefined && <QrCode className="scan" {...app.scan} />}
      {isCodeTold && <p className="hint">{t("letInOnce", { app: appName })}</p>}
    </>
  );
}

/** The buyer came from the form of another plan because this order is already paid: offers to buy that plan as well. */
function OtherPlan({ at }: { at: string }) {
  const { t } = useTranslation("paysuc");
  return (
    <p className="notice">
      {t("other.text")} <a href={at}>{t("other.buy")}</a>
    </p>
  );
}

function PurchaseFacts({ bought }: { bought: Bought }) {
  const { t } = useTranslation("paysuc");
  const { length } = usePeriodText();
  const facts = [
    { label: t("planLabel"), text: bought.period && length(bought.period) },
    { label: t("untilLabel"), text: bought.until },
    { label: t("orderLabel"), text: bought.orderId },
    { label: t("statementLabel"), text: bought.statement },
  ];
  return (
    <>
      <FactList facts={facts} />
      {bought.bill && <BillLines bill={bought.bill} label={t("paidLabel")} coupon={bought.coupon} />}
      <AgreedList agreed={bought.agreed} />
    </>
  );
}

/** For a buyer without an account: the account's id and the link to the receipts, to write down. */
function AccessToKeep({ keep }: { keep: NonNullable<Access["keep"]> }) {
  const { t } = useTranslation("paysuc");
  const facts = [{ label: t("access.account"), text: keep.accountId }];
  return (
    <section className="keep" aria-labelledby="keep-title">
      <h2 id="keep-title">{t("access.heading")}</h2>
      <FactList facts={facts} />
      {keep.receiptsLink !== undefined && <ReceiptsLink link={keep.receiptsLink} />}
    </section>
  );
}

/** The full address, to be copied; print styles show it as text. */
function ReceiptsLink({ link }: { link: string }) {
  const { t } = useTranslation("paysuc");
  const { copy, isCopied, canCopy } = useCopy();
  return (
    <div className="field">
      <label htmlFor="receipts-link">{t("access.orderLink")}</label>
      <p className="hint" id="receipts-link-hint">
        {t("access.orderLinkHint")}
      </p>
      <input
        id="receipts-link"
        type="text"
        readOnly
        value={link}
        dir="ltr"
        aria-describedby="receipts-link-hint"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <p className="on-paper">{link}</p>
      {canCopy && (
        <button className="button-quiet" type="button" onClick={() => copy(link, t("access.copied"))}>
          {isCopied ? t("access.copied") : t("access.copy")}
        </button>
      )}
    </div>
  );
}
