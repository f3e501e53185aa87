import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/components/error-screen";
import { pageMeta } from "~/components/page-meta";
import { readForm } from "~/form.server";
import { translate } from "~/i18n/messages.server";
import { allowing } from "~/page-sources.server";
import { placeNamed } from "~/place";
import { botCheckSources } from "~/visitor/bot-check-settings.server";
import { languageParam } from "~/visitor/language-param.server";
import { visitorOf } from "~/visitor/visitor.server";
import { answerForm } from "./account-action.server";
import { accountData } from "./account-data.server";
import { AccountPage } from "./account-page";

/** The page that sent the visitor here to sign in. */
const cameFrom = (request: Request) => placeNamed(Object.fromEntries(new URL(request.url).searchParams));

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const lang = languageParam(params, request);
  const account = await accountData(lang, { request, context });
  const t = translate(lang);
  const script = account.kind === "nobody" ? account.form.botCheck : undefined;
  return json(
    {
      account,
      cameFrom: cameFrom(request),
      meta: { title: t("account:title"), description: t("account:description") },
    },
    { headers: script === undefined ? {} : allowing(botCheckSources(script)) },
  );
}

export async function action({ request, params }: ActionFunctionArgs) {
  const lang = languageParam(params, request);
  const fields = await readForm(request);
  return answerForm({ fields, lang, visitor: await visitorOf(request), cameFrom: cameFrom(request) });
}

export const meta = pageMeta;

export default function Account() {
  const { account, cameFrom } = useLoaderData<typeof loader>();
  return <AccountPage account={account} cameFrom={cameFrom} again={useActionData<typeof action>()?.again} />;
}

export const ErrorBoundary = ErrorScreen;
