import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { translate } from "~/i18n/messages.server";
import { paths } from "~/paths";
import { openReceipts } from "~/receipts/load-receipts.server";
import { ReceiptPaper } from "~/receipts/receipt-paper";
import { receiptView } from "~/receipts/receipt-view.server";
import { ReceiptsNotice } from "~/receipts/receipts-notice";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";
import { languageParam } from "~/visitor/arrival/language.server";
import { watchingToken } from "~/visitor/identity/auth.server";

export const loader = watchingToken(async ({ request, params }) => {
  const lang = languageParam(params, request);
  const { visitor, receipts, names, place, status, headers } = await openReceipts(lang, request);
  const t = translate(lang);
  const meta = { title: t("receipts:paper.title"), description: t("receipts:description") };
  if (receipts.kind === "unavailable") return json({ kind: receipts.kind, meta }, { status, headers });
  // The list's page has every way in.
  if (receipts.kind !== "list")
    return json({ kind: receipts.kind, backAt: paths.receipts(lang), meta }, { status, headers });
  const { invoices, key } = receipts;
  const backAt = paths.receipts(lang, { key });
  const invoice = invoices.find(({ invoice_id }) => invoice_id === params.invoice);
  if (invoice === undefined) return json({ kind: "unknown" as const, backAt, meta }, { status: 404, headers });
  const data = {
    kind: "receipt" as const,
    receipt: receiptView(lang, invoice, {
      names,
      place,
      brand: visitor.brand,
      appType: visitor.appType,
      cancelAt: paths.cancel(lang, { key }),
    }),
    backAt,
    receiptKey: key,
    meta,
  };
  return json(data, { headers });
});

export const meta = pageMeta;

export default function Receipt() {
  const data = useLoaderData<typeof loader>();
  if (data.kind === "receipt") return <ReceiptPaper {...data} />;
  return <ReceiptsNotice kind={data.kind} backAt={"backAt" in data ? data.backAt : undefined} />;
}

export const ErrorBoundary = ErrorScreen;
