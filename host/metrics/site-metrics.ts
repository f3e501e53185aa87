import { measureProcessInto } from "~/exposition/process-metrics.server";
import type { Build, Site } from "../site";
import { hostMetrics } from "./request-metrics";

/** What this process has counted, in Prometheus' text format. */
export const siteMetrics = (site: Site): string => hostMetrics.text() + (site.appMetrics?.() ?? "");

/** Measures from now on how busy the process is, and how big. */
export const measureProcess = (): void => measureProcessInto(hostMetrics);

/** Tells which build is served. A copy has one, which it knows from its own files, so the list of builds is closed with it. */
export function tellBuild({ id }: Build): void {
  hostMetrics.gauge(
    "site_build_info",
    "1 for the build that is served. Its id changes with what browsers get, and stays where only the server has changed.",
    { build: [id] },
    () => [[{ build: id }, 1]],
  );
}
