import { useLocation, useRouteLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { paths } from "~/paths";
import { ErrorScreen } from "./error-screen";
import type { PageFrame } from "./page-frame";
import { PageShell } from "./page-shell";
import { HOME_AFTER } from "./refresh";

/** The root's error screen: inside the page frame, or, where even that failed to load, in plain English. */
export function LastResort() {
  const frame = useRouteLoaderData<PageFrame>("root");
  const { t } = useTranslation("global");
  const { pathname } = useLocation();
  if (frame === undefined) return <WithoutFrame />;
  return (
    <PageShell frame={frame}>
      <ErrorScreen />
      {pathname !== paths.home(frame.lang) && <p>{t("errorPage.leavingSoon", { seconds: HOME_AFTER })}</p>}
    </PageShell>
  );
}

/** The messages could not be loaded either, so the words are in the code. */
function WithoutFrame() {
  return (
    <main className="page">
      <h1>Something went wrong on our side</h1>
      <p>If you were paying, look at the status of your payment before you pay again.</p>
      <p>
        <a className="button" href="/">
          Go to the home page
        </a>
      </p>
    </main>
  );
}
