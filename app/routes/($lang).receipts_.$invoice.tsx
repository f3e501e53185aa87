import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAnswer } from "~/enhance/use-answer";
import { translate } from "~/i18n/messages.server";
import { paths } from "~/paths";
import { answerDetails, detailsView, isJustDetailed } from "~/receipts/details.server";
import { openReceipts } from "~/receipts/load-receipts.server";
import { ReceiptPaper } from "~/receipts/receipt-paper";
import { inVersion, receiptView } from "~/receipts/receipt-view.server";
import { ReceiptsNotice } from "~/receipts/receipts-notice";
import { readForm } from "~/security/forms.server";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";
import { pageTitle, titlingError } from "~/shell/page-title.server";
import { languageParam } from "~/visitor/arrival/language.server";
import { watchingToken } from "~/visitor/identity/auth.server";

export const loader = watchingToken(async ({ request, params, context }) => {
  const lang = languageParam(params, request);
  const { visitor, receipts, names, place, status, headers } = await openReceipts(lang, request);
  const t = translate(lang);
  const meta = {
    title: pageTitle({ context }, lang, t("receipts:paper.title")),
    description: t("receipts:description"),
  };
  if (receipts.kind === "unavailable") return json({ kind: receipts.kind, meta }, { status, headers });
  // The list's page has every way in.
  if (receipts.kind !== "list")
    return json({ kind: receipts.kind, backAt: paths.receipts(lang), meta }, { status, headers });
  const { invoices, key } = receipts;
  const backAt = paths.receipts(lang, { key });
  const latest = invoices.find(({ invoice_id }) => invoice_id === params.invoice);
  const asked = new URL(request.url).searchParams.get("version");
  const invoice = latest && inVersion(latest, asked);
  if (invoice === undefined) return json({ kind: "unknown" as const, backAt, meta }, { status: 404, headers });
  const data = {
    kind: "receipt" as const,
    receipt: receiptView(lang, invoice, latest?.version, {
      names,
      place,
      brand: visitor.brand,
      appType: visitor.appType,
      cancelAt: paths.cancel(lang, { key }),
      versionAt: (version) => paths.receipt(lang, invoice.invoice_id, { key, version }),
    }),
    details: invoice === latest ? await detailsView(lang, invoice, { visitor, place }) : undefined,
    isJustDetailed: invoice === latest && (await isJustDetailed(request, invoice)),
    backAt,
    receiptKey: key,
    meta,
  };
  return json(data, { headers });
});

export const action = watchingToken(async ({ request, params, context }) => {
  const lang = languageParam(params, request);
  const fields = await readForm(request);
  const { visitor, receipts } = await openReceipts(lang, request);
  const invoices = receipts.kind === "list" ? receipts.invoices : [];
  const invoice = invoices.find(({ invoice_id }) => invoice_id === params.invoice);
  return titlingError({ context }, await answerDetails({ fields, lang, request, visitor }, invoice));
});

export const meta = pageMeta;

export default function Receipt() {
  const data = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  if (data.kind === "receipt") return <ReceiptPaper {...data} answer={answer} />;
  return <ReceiptsNotice kind={data.kind} backAt={"backAt" in data ? data.backAt : undefined} />;
}

export const ErrorBoundary = ErrorScreen;
