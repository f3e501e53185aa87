import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { recordError, recordEvent } from "~/analytics/record-event.server";
import { readForm } from "~/forms/read-form.server";
import { translate } from "~/i18n/messages.server";
import { paths } from "~/paths";
import { problem } from "~/problem.server";
import { answerEndLinks } from "~/receipts/end-links/end-links.server";
import { openReceipts } from "~/receipts/load-receipts.server";
import { allowBotCheck, answerLinkForm, type SentForm } from "~/receipts/mailed-link.server";
import { receiptAsker } from "~/receipts/receipt-owner.server";
import { ReceiptsPage } from "~/receipts/receipts-page";
import { receiptsView, sentToast } from "~/receipts/receipts-view.server";
import { refusedForm, sendReceipt, sentNotice } from "~/receipts/send-receipt.server";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";
import { pageTitle, titlingErrors } from "~/shell/page-title.server";
import { languageParam } from "~/visitor/arrival/language.server";
import { expiredCookie } from "~/visitor/browser/cookies.server";
import { watchingToken } from "~/visitor/identity/auth.server";
import { endSealed } from "~/visitor/sealed-cookies.server";
import { visitorOf } from "~/visitor/visitor.server";

export const loader = watchingToken(async ({ request, params, context }) => {
  const lang = languageParam(params, request);
  const opened = await openReceipts(lang, request);
  const { receipts, status, headers } = opened;
  const view = await receiptsView(lang, opened, request);
  const { form } = ("ways" in view ? view.ways : "all" in view ? view.all : undefined) ?? {};
  allowBotCheck(headers, form?.view);
  const t = translate(lang);
  return json(
    {
      view,
      toast: await sentToast(lang, receipts, request),
      meta: { title: pageTitle({ context }, lang, t("receipts:title")), description: t("receipts:description") },
    },
    { status, headers },
  );
});

export const action = titlingErrors(
  watchingToken(async ({ request, params }) => {
    const lang = languageParam(params, request);
    const fields = await readForm(request);
    const visitor = await visitorOf(request);
    switch (fields.intent) {
      case "send":
        return answerSend(fields, { lang, request, visitor });
      case "link":
        return answerLinkForm({ page: "receipts", fields, lang, request, visitor });
      case "end-links":
        return answerEndLinks({ lang, request, visitor });
      case "forget":
        await endSealed(request, ["paidHere", "orders"]);
        return redirect(paths.receipts(lang), {
          status: 303,
          headers: (["receipts", "orders"] as const).map((name): [string, string] => [
            "Set-Cookie",
            expiredCookie(name),
          ]),
        });
      default:
        throw problem(400);
    }
  }),
);

export const meta = pageMeta;

export default function Receipts() {
  const { view } = useLoaderData<typeof loader>();
  return <ReceiptsPage view={view} answer={useActionData<typeof action>() ?? undefined} />;
}

export const ErrorBoundary = ErrorScreen;

type Asking = Pick<SentForm, "lang" | "request" | "visitor">;

/** Sends one of the owner's receipts. */
async function answerSend(fields: SentForm["fields"], { lang, request, visitor }: Asking) {
  const asker = await receiptAsker(request, visitor);
  // The page that follows says why there are no receipts, and what to do.
  if (asker.kind !== "owner") return json(null, 403);
  const outcome = await sendReceipt(fields, asker);
  switch (outcome.kind) {
    case "sent":
      recordEvent(request, "receipt_send", {});
      return redirect(
        paths.receipts(lang, { key: asker.key, sent: await sentNotice(outcome.owner, outcome.email) }),
        303,
      );
    case "ended":
      return json(null, 403);
    case "refused": {
      const { status, retryAfter, mistake } = outcome;
      recordError(request, mistake);
      const headers = retryAfter === undefined ? undefined : { "Retry-After": String(retryAfter) };
      return json(refusedForm(lang, outcome, fields.email), { status, headers });
    }
  }
}
