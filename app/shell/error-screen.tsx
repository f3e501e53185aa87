import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useLang } from "~/i18n/use-lang";
import { paths } from "~/paths";
import { StatusPanel } from "~/shell/panels/status-panel";
import { SupportReference } from "~/shell/panels/support-reference";

type ErrorWords =
  | "notFound"
  | "planNotFound"
  | "orderNotFound"
  | "badRequest"
  | "forbidden"
  | "methodNotAllowed"
  | "tooLarge"
  | "unsupported"
  | "unavailable"
  | "serverError";

const WORDS_OF_STATUS: Readonly<Record<number, ErrorWords>> = {
  400: "badRequest",
  403: "forbidden",
  404: "notFound",
  405: "methodNotAllowed",
  408: "unavailable",
  413: "tooLarge",
  414: "tooLarge",
  415: "unsupported",
  431: "tooLarge",
  429: "unavailable",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};

interface Failure {
  status: number;
  words: ErrorWords;
  path: string | undefined;
}

/** The status and the words for an error that a route threw. */
export function failureOf(error: unknown): Failure {
  if (!isRouteErrorResponse(error)) return { status: 500, words: "serverError", path: undefined };
  const details: { about?: string; path?: string } =
    typeof error.data === "object" && error.data !== null ? error.data : {};
  const words =
    details.about === "plan"
      ? "planNotFound"
      : details.about === "order"
        ? "orderNotFound"
        : WORDS_OF_STATUS[error.status];
  return {
    status: error.status,
    words: words ?? (error.status < 500 ? "badRequest" : "serverError"),
    path: details.path,
  };
}

/** Shown in place of a page that failed: what happened, what to do, and a support reference. */
export function ErrorScreen() {
  const { words, path } = failureOf(useRouteError());
  const { t } = useTranslation("global");
  const lang = useLang();
  return (
    <StatusPanel tone="problem" title={t(`errorPage.${words}Title`)}>
      {words === "notFound" && path !== undefined && <p className="address">{t("errorPage.notFound", { path })}</p>}
      <p>{t(`errorPage.${words}Help`)}</p>
      <p className="actions">
        {words === "unavailable" || words === "serverError" ? <RetryLink /> : null}
        <a className="button" href={paths.payment(lang)}>
          {t("continueShopping")}
        </a>
        <a className="button-quiet" href={paths.home(lang)}>
          {t("goHome")}
        </a>
      </p>
      <SupportReference />
    </StatusPanel>
  );
}

/** Loads the page that failed again. */
function RetryLink() {
  const { t } = useTranslation("global");
  const { pathname, search } = useLocation();
  return (
    <a className="button" href={pathname + search}>
      {t("errorPage.retry")}
    </a>
  );
}
