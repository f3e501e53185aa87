import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { loadDocument } from "~/enhance/load-document";
import { useLang } from "~/i18n/use-lang";
import { paths } from "~/paths";
import { StatusPanel } from "~/shell/panels/status-panel";
import { SupportReference } from "~/shell/panels/support-reference";

/** Shown in place of a page that failed: what happened, what to do, and a support reference. */
export function ErrorScreen() {
  const { title, help, address, mayRetry } = useErrorWords();
  const { t } = useTranslation("global");
  const lang = useLang();
  return (
    <StatusPanel tone="problem" title={title}>
      {address !== undefined && <p className="address">{address}</p>}
      <p>{help}</p>
      <p className="actions">
        {mayRetry && <RetryLink />}
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

/**
 * What the server said. An answer that a script has met has no words: the page is loaded as a document, which has them. For
 * a mistake in the code there are always words.
 */
function useErrorWords(): ErrorWords {
  const error = useRouteError();
  const { t } = useTranslation("global");
  const { pathname, search, key } = useLocation();
  const said = wordsIn(error);
  const isUnsaid = said === undefined && isRouteErrorResponse(error) && key !== FIRST_LOCATION;
  useEffect(() => {
    if (isUnsaid) loadDocument(pathname + search, { isReplacing: true });
  }, [isUnsaid, pathname, search]);
  return said ?? { title: t("failedTitle"), help: t("failedHelp"), mayRetry: true };
}

/** React Router's key of a document that was just loaded: loading it once more would give the same, for ever. */
const FIRST_LOCATION = "default";

/** Loads the page that failed again. */
function RetryLink() {
  const { t } = useTranslation("global");
  const { pathname, search } = useLocation();
  return (
    <a className="button" href={pathname + search}>
      {t("retry")}
    </a>
  );
}

/** What an error screen says, translated by the server. */
export interface ErrorWords {
  title: string;
  help: string;
  /** Names the address that was not found. */
  address?: string;
  /** The same page may work a moment later. */
  mayRetry: boolean;
}

const isErrorWords = (data: unknown): data is ErrorWords =>
  typeof data === "object" && data !== null && "title" in data && "help" in data;

/** The words of an error; undefined where a script has met it, or where it is none that a route has thrown. */
export const wordsIn = (error: unknown): ErrorWords | undefined =>
  isRouteErrorResponse(error) && isErrorWords(error.data) ? error.data : undefined;
