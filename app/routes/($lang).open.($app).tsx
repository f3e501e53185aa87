import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { translate } from "~/i18n/messages.server";
import { OpenPage } from "~/orders/to-app/open-page";
import { openView } from "~/orders/to-app/open-page.server";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";
import { languageParam } from "~/visitor/arrival/language.server";
import { visitorOf } from "~/visitor/visitor.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const lang = languageParam(params, request);
  const { appType } = await visitorOf(request);
  const view = openView(request, lang, appType);
  return json({ view, meta: { title: view.title, description: translate(lang)("sale:openPage.description") } });
}

export const meta = pageMeta;

export default function Open() {
  return <OpenPage view={useLoaderData<typeof loader>().view} />;
}

export const ErrorBoundary = ErrorScreen;
