import { onTestFinished } from "vitest";
import { createLog } from "~/create-log.server";
import type { PageRenderer } from "../../host/site";
import { startTracing } from "../../host/tracing/start-tracing";
import { changeEnv } from "../env/changed-env";
import { type RunningHost, runHost } from "../host/running-host";
import { type Collector, type SentSpan, startCollector } from "./collector";

interface Options {
  variables?: Record<string, string>;
  render?: PageRenderer;
  /** Of all requests. */
  share?: number;
}

interface TracedHost {
  host: RunningHost;
  collector: Collector;
  /** Sends what is left, as at the end of a process. */
  finish: () => Promise<SentSpan[]>;
  /** What was logged about traces. */
  warnings: string[];
}

/** The host in front of a page, with traces that go to a collector of the test. */
export async function runTracedHost(options: Options = {}): Promise<TracedHost> {
  const collector = await startCollector();
  const { host, stop, warnings } = await traceTo(collector.endpoint, options);
  const finish = async () => {
    await stop();
    return collector.spans();
  };
  return { host, collector, finish, warnings };
}

/** The same for a collector that may not be there. */
export async function traceTo(endpoint: string, { variables = {}, render, share = 1 }: Options = {}) {
  const host = await runHost({
    render,
    variables: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: `${share}`, ...variables },
  });
  const { tracing } = host.site.env;
  if (tracing === undefined) throw new Error("traces are not configured");
  // The app reads the environment by itself.
  changeEnv({ tracing });
  const warnings: string[] = [];
  const log = createLog("warn", { write: (line) => void warnings.push(line) });
  const { stop } = await startTracing(tracing, log);
  onTestFinished(stop);
  return { host, stop, warnings };
}
