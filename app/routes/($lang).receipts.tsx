import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useTranslation } from "react-i18next";
import { ErrorScreen } from "~/components/error-screen";
import { pageMeta } from "~/components/page-meta";
import { StatusPanel } from "~/components/status-panel";
import { SupportReference } from "~/components/support-reference";
import { translate } from "~/i18n/messages.server";
import { languageParam } from "~/visitor/language-param.server";

export function loader({ request, params }: LoaderFunctionArgs) {
  const t = translate(languageParam(params, request));
  return json({ meta: { title: t("receipts:title"), description: t("receipts:description") } });
}

export const meta = pageMeta;

/** How to get to one's receipts: nobody is known by an address alone. */
export default function Receipts() {
  const { t } = useTranslation("receipts");
  return (
    <StatusPanel tone="info" title={t("heading")}>
      <p>{t("fromApp")}</p>
      <p>{t("byLink")}</p>
      <SupportReference />
    </StatusPanel>
  );
}

export const ErrorBoundary = ErrorScreen;
