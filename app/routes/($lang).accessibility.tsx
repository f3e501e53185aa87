import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { statementOf } from "~/accessibility/statement.server";
import { StatementPage } from "~/accessibility/statement-page";
import { translate } from "~/i18n/messages.server";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";
import { languageParam } from "~/visitor/arrival/language.server";
import { visitorOf } from "~/visitor/visitor.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const lang = languageParam(params, request);
  const { brand } = await visitorOf(request);
  const statement = statementOf(lang, brand.supportEmail);
  return json({
    statement,
    meta: { title: statement.title, description: translate(lang)("accessibility:description") },
  });
}

export const meta = pageMeta;

export default function Accessibility() {
  return <StatementPage statement={useLoaderData<typeof loader>().statement} />;
}

export const ErrorBoundary = ErrorScreen;
