import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { OwnFields } from "~/forms/own-fields";
import { paths } from "~/paths";
import { SubscriptionLinks } from "~/shell/links/subscription-links";
import { useFrame } from "~/shell/page-frame";
import { StatusPanel } from "~/shell/panels/status-panel";
import type { LinkAnswer } from "./mailed-link.server";
import { MailedLinkForm } from "./mailed-link-form";
import { ReceiptTable } from "./receipt-table";
import { ReceiptsNotice } from "./receipts-notice";
import type { ReceiptsView } from "./receipts-view.server";
import type { RefusedForm } from "./send-receipt.server";

interface Props {
  view: ReceiptsView;
  /** To a form that came back. */
  answer: RefusedForm | LinkAnswer | undefined;
}

/** The visitor's receipts, or why there are none to show and how to get to them. */
export function ReceiptsPage({ view, answer }: Props) {
  const { t } = useTranslation("receipts");
  if (view.kind === "unavailable") return <ReceiptsNotice kind={view.kind} />;
  if (view.kind !== "list") {
    const { asked, form } = view.ways;
    const again = answer?.kind === "link" ? answer.again : undefined;
    return (
      <>
        {asked === undefined ? <ReceiptsNotice kind={view.kind} ways={view.ways} /> : <Asked {...asked} />}
        {form !== undefined && <MailedLinkForm page="receipts" form={form.view} words={form.words} again={again} />}
      </>
    );
  }
  const paidHere = view.paidHere && <PaidHere {...view.paidHere} />;
  if (view.rows.length === 0)
    return (
      <>
        <ReceiptsNotice kind="empty" />
        {paidHere}
      </>
    );
  const refused = answer?.kind === "send" ? answer : undefined;
  return (
    <>
      <h1>{t("heading")}</h1>
      {refused !== undefined && <ErrorSummary heading={refused.heading} errors={refused.errors} />}
      <ReceiptTable list={view} refused={refused} />
      <SubscriptionLinks receiptKey={view.key} />
      {view.key !== undefined && <p className="hint">{t("keepLink")}</p>}
      {paidHere}
    </>
  );
}

/** A link was asked for, whether there is anybody to mail it to or not. */
const Asked = ({ title, text }: { title: string; text: string }) => (
  <StatusPanel tone="success" title={title}>
    <p>{text}</p>
  </StatusPanel>
);

/** Why receipts open here without a link, and the button that ends it. */
function PaidHere({ text, stop }: { text: string; stop: string }) {
  const { lang, own } = useFrame();
  return (
    <form className="paid-here" method="post" action={paths.receipts(lang)}>
      <OwnFields own={own} />
      <p className="hint">{text}</p>
      <button className="button-quiet" type="submit" name="intent" value="forget">
        {stop}
      </button>
    </form>
  );
}
