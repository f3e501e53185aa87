import { useTranslation } from "react-i18next";
import { usePrint } from "~/enhance/use-print";
import { separatorOf } from "~/i18n/lists";
import { useLang } from "~/i18n/use-lang";
import { BillLines } from "~/offers/line-list";
import { AgreedList } from "~/offers/sale/agreed-list";
import { Decoration } from "~/shell/decoration";
import { SubscriptionLinks } from "~/shell/links/subscription-links";
import { useFrame } from "~/shell/page-frame";
import { FactList } from "~/shell/panels/fact-list";
import type { DetailsAnswer, DetailsView } from "./details.server";
import { DetailsForm } from "./details-form";
import type { ReceiptView } from "./receipt-view.server";
import { ReceiptState } from "./receipts-notice";

interface Props {
  receipt: ReceiptView;
  backAt: string;
  /** The receipts key that opened it. */
  receiptKey?: string;
  /** Has it made out otherwise; missing where that cannot be done. */
  details?: DetailsView;
  /** To the form that did. */
  answer: DetailsAnswer | undefined;
  /** It has just been. */
  isJustDetailed: boolean;
}

/** One receipt for printing: print styles hide the rest of the page. */
export function ReceiptPaper({ receipt, backAt, receiptKey, details, answer, isJustDetailed }: Props) {
  const { t } = useTranslation("receipts");
  const { brand } = useFrame();
  return (
    <>
      {isJustDetailed && (
        <p className="notice paper-tools" role="status">
          {t("details.saved")}
        </p>
      )}
      <article className="card paper">
        <header className="paper-head">
          <h1>{t("paper.title")}</h1>
          <ReceiptState state={receipt.state} />
          <p className="brand">
            <Decoration src={brand.brandImage} width={32} height={32} />
            <span>{brand.appName}</span>
          </p>
        </header>
        <FactList facts={receipt.facts} />
        <BilledToSection billedTo={receipt.billedTo} />
        <Amounts receipt={receipt} />
        <p className="hint">{brand.supportEmail}</p>
      </article>
      {details !== undefined && (
        <DetailsForm invoiceId={receipt.id} receiptKey={receiptKey} details={details} answer={answer} />
      )}
      <Versions versions={receipt.versions} />
      <Tools backAt={backAt} receiptKey={receiptKey} />
    </>
  );
}

/** As it stands on an envelope. */
function BilledToSection({ billedTo }: Pick<ReceiptView, "billedTo">) {
  const { t } = useTranslation("receipts");
  if (billedTo === undefined) return null;
  const { name, company, address = [], vat_id } = billedTo;
  const facts = [{ label: t("details.vatId"), text: vat_id }];
  return (
    <section className="paper-amounts">
      <h2>{t("details.billedTo")}</h2>
      <p className="billed-to">
        <bdi>{[company, name, ...address].filter((line) => line !== undefined).join("\n")}</bdi>
      </p>
      <FactList facts={facts} />
    </section>
  );
}

/** Leads to the others. */
function Versions({ versions }: Pick<ReceiptView, "versions">) {
  const { t } = useTranslation("receipts");
  if (versions === undefined) return null;
  return (
    <p className="actions paper-tools">
      {versions.others.map(({ version, at }) => (
        <a key={version} href={at}>
          {t("details.otherVersion", { version })}
        </a>
      ))}
    </p>
  );
}

/** What was bought, and for how much. */
function Amounts({ receipt }: { receipt: ReceiptView }) {
  const { t } = useTranslation("receipts");
  const lang = useLang();
  const { brand } = useFrame();
  return (
    <section className="paper-amounts">
      <h2>
        <bdi>{brand.appName}</bdi>
        {separatorOf(lang)}
        <bdi>{receipt.plan}</bdi>
      </h2>
      <BillLines bill={receipt.bill} label={t("paper.total")} />
      {receipt.taxIncluded !== undefined && <p className="hint">{receipt.taxIncluded}</p>}
      <FactList facts={receipt.credits} />
      <AgreedList agreed={receipt.agreed} />
    </section>
  );
}

/** The button needs a script and a browser that prints; the hint is for all others. */
function Tools({ backAt, receiptKey }: Pick<Props, "backAt" | "receiptKey">) {
  const { t } = useTranslation("receipts");
  const print = usePrint();
  return (
    <div className="actions paper-tools">
      {print === undefined ? (
        <p className="hint">{t("paper.printHint")}</p>
      ) : (
        <button className="button" type="button" onClick={print}>
          {t("paper.print")}
        </button>
      )}
      <a className="button-quiet" href={backAt}>
        {t("back")}
      </a>
      <SubscriptionLinks receiptKey={receiptKey} />
    </div>
  );
}
