import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { context, DiagLogLevel, diag, trace } from "@opentelemetry/api";
import type { Logger } from "pino";
import type { Tracing } from "~/env.server";
import { FailureLog } from "./failure-log";

/** Spans of a process that wait to be sent: 2 MB or so. Where more come, they are dropped. */
const MOST_SPANS_WAITING = 2_048;
/** Sent at once. */
const BATCH = 512;
/** A batch that is not full waits so long. */
const EVERY_MS = 5_000;
/** How long the collector may take for a batch, retries included. */
const EXPORT_MS = 3_000;
/** How long a process stays for its last spans when it ends. */
const LAST_SPANS_MS = 2_000;

interface Traces {
  /** Sends the last spans, for two seconds at most. Never throws. */
  stop(): Promise<void>;
}

/**
 * Loads the SDK, which the site otherwise does without, and sends spans from now on. A collector that is away costs spans, and
 * nothing else: they are sent in the background.
 */
export async function startTracing({ endpoint, headers, serviceName, share }: Tracing, log: Logger): Promise<Traces> {
  const [sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, resources] = await Promise.all([
    import("@opentelemetry/sdk-trace-base"),
    import("@opentelemetry/exporter-trace-otlp-proto"),
    import("@opentelemetry/context-async-hooks"),
    import("@opentelemetry/resources"),
  ]);
  const failures = new FailureLog(log);
  diag.setLogger(failures, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, "")}/v1/traces`,
    headers: headers ?? {},
    timeoutMillis: EXPORT_MS,
    concurrencyLimit: MOST_SPANS_WAITING / BATCH,
  });
  const attributes = { "service.name": serviceName, "service.instance.id": randomUUID() };
  const provider = new sdk.BasicTracerProvider({
    resource: resources.defaultResource().merge(resources.resourceFromAttributes(attributes)),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor(exporter, {
        maxQueueSize: MOST_SPANS_WAITING,
        maxExportBatchSize: BATCH,
        scheduledDelayMillis: EVERY_MS,
        exportTimeoutMillis: EXPORT_MS + 1_000,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return {
    stop: async () => {
      const sent = provider.shutdown().catch((error: unknown) => failures.warn(String(error)));
      await Promise.race([sent, setTimeout(LAST_SPANS_MS, undefined, { ref: false })]);
      trace.disable();
      context.disable();
      diag.disable();
    },
  };
}
