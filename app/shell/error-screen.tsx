import { useLocation, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type ErrorWords, wordsIn } from "~/errors/error-words";
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

/** What the server said; for a mistake in the code there are always words. */
function useErrorWords(): ErrorWords {
  const { t } = useTranslation("global");
  return wordsIn(useRouteError()) ?? { title: t("failedTitle"), help: t("failedHelp"), mayRetry: true };
}

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
