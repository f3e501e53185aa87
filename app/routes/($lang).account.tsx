import { type ActionFunctionArgs, json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { accountData, answerAccountForm } from "~/account/account.server";
import { AccountPage } from "~/account/account-page";
import { recordError } from "~/analytics/record-event.server";
import { useAnswer } from "~/enhance/use-answer";
import { translate } from "~/i18n/messages.server";
import { botCheckSources } from "~/security/bot-check/bot-check.server";
import { readForm } from "~/security/forms.server";
import { allowing } from "~/security/security-headers.server";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";
import { pageTitle, titlingError } from "~/shell/page-title.server";
import { returnPageIn } from "~/shell/return-page";
import { languageParam } from "~/visitor/arrival/language.server";
import { watchingToken } from "~/visitor/identity/auth.server";
import { visitorOf } from "~/visitor/visitor.server";

/** The page that sent the visitor here to sign in. */
const cameFrom = (request: Request) => returnPageIn(Object.fromEntries(new URL(request.url).searchParams));

export const loader = watchingToken(async ({ request, params, context }) => {
  const lang = languageParam(params, request);
  const account = await accountData(lang, { request, context });
  const t = translate(lang);
  const script = account.kind === "nobody" ? account.form.botCheck : undefined;
  return json(
    {
      account,
      cameFrom: cameFrom(request),
      meta: { title: pageTitle({ context }, lang, t("account:title")), description: t("account:description") },
    },
    { headers: script === undefined ? {} : allowing(botCheckSources(script)) },
  );
});

export async function action({ request, params, context }: ActionFunctionArgs) {
  const lang = languageParam(params, request);
  const fields = await readForm(request);
  const visitor = await visitorOf(request);
  const answer = await answerAccountForm({ fields, lang, request, visitor, cameFrom: cameFrom(request) });
  if (answer.status >= 400) recordError(request, String(answer.status));
  return titlingError({ context }, answer);
}

export const meta = pageMeta;

export default function AccountRoute() {
  const { account, cameFrom } = useLoaderData<typeof loader>();
  return <AccountPage account={account} cameFrom={cameFrom} again={useAnswer<typeof action>()?.again} />;
}

export const ErrorBoundary = ErrorScreen;
