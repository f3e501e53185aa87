import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { SubscriptionLinks } from "~/shell/links/subscription-links";
import { ReceiptTable } from "./receipt-table";
import { ReceiptsNotice } from "./receipts-notice";
import type { ReceiptsView } from "./receipts-view.server";
import type { RefusedForm } from "./send-receipt.server";

interface Props {
  view: ReceiptsView;
  refused: RefusedForm | undefined;
}

/** The visitor's receipts, or why there are none to show and how to get to them. */
export function ReceiptsPage({ view, refused }: Props) {
  const { t } = useTranslation("receipts");
  if (view.kind !== "list") return <ReceiptsNotice kind={view.kind} />;
  if (view.rows.length === 0) return <ReceiptsNotice kind="empty" />;
  return (
    <>
      <h1>{t("heading")}</h1>
      {refused !== undefined && <ErrorSummary heading={refused.heading} errors={refused.errors} />}
      <ReceiptTable list={view} refused={refused} />
      <SubscriptionLinks receiptKey={view.key} />
      {view.key !== undefined && <p className="hint">{t("keepLink")}</p>}
    </>
  );
}
