import { json, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAnswer } from "~/enhance/use-answer";
import { problem } from "~/errors/errors.server";
import { translate } from "~/i18n/messages.server";
import { allowBotCheck, answerLinkForm } from "~/mailed-links/mailed-link.server";
import { paths } from "~/paths";
import { answerEndLinks } from "~/receipts/end-links.server";
import { openReceipts } from "~/receipts/load-receipts.server";
import { ReceiptsPage } from "~/receipts/receipts-page";
import { receiptsView, sentToast } from "~/receipts/receipts-view.server";
import { answerSend } from "~/receipts/send-receipt.server";
import { readForm } from "~/security/forms.server";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";
import { pageTitle, titlingError } from "~/shell/page-title.server";
import { PlanCards } from "~/subscriptions/plan-cards";
import { planCards } from "~/subscriptions/plan-cards.server";
import { languageParam } from "~/visitor/arrival/language.server";
import { expiredCookie } from "~/visitor/browser/cookies.server";
import { watchingToken } from "~/visitor/identity/auth.server";
import { endSealed } from "~/visitor/sealed-cookies.server";
import { visitorOf } from "~/visitor/visitor.server";

export const loader = watchingToken(async ({ request, params, context }) => {
  const lang = languageParam(params, request);
  const [opened, plans] = await Promise.all([
    openReceipts(lang, request),
    visitorOf(request).then((visitor) => planCards(lang, request, visitor)),
  ]);
  const view = await receiptsView(lang, opened, request);
  const { form } = ("ways" in view ? view.ways : "all" in view ? view.all : undefined) ?? {};
  allowBotCheck(opened.headers, form?.view);
  const t = translate(lang);
  return json(
    {
      view,
      plans,
      toast: await sentToast(lang, opened, request),
      meta: { title: pageTitle({ context }, lang, t("receipts:title")), description: t("receipts:description") },
    },
    { status: opened.status, headers: opened.headers },
  );
});

export const action = watchingToken(async ({ request, params, context }) => {
  const lang = languageParam(params, request);
  const fields = await readForm(request);
  const form = { page: "receipts" as const, fields, lang, request, visitor: await visitorOf(request) };
  switch (fields.intent) {
    case "send":
      return titlingError({ context }, await answerSend(form));
    case "link":
      return titlingError({ context }, await answerLinkForm(form));
    case "end-links":
      return titlingError({ context }, await answerEndLinks(form));
    case "forget":
      await endSealed(request, ["paidHere", "orders"]);
      return redirect(paths.receipts(lang), {
        status: 303,
        headers: (["receipts", "orders"] as const).map((name): [string, string] => ["Set-Cookie", expiredCookie(name)]),
      });
    default:
      throw problem(400);
  }
});

export const meta = pageMeta;

export default function Receipts() {
  const { view, plans } = useLoaderData<typeof loader>();
  const cards = plans.length === 0 ? null : <PlanCards cards={plans} />;
  return <ReceiptsPage view={view} plans={cards} answer={useAnswer<typeof action>()} />;
}

export const ErrorBoundary = ErrorScreen;
