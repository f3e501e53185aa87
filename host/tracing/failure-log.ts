import type { DiagLogger } from "@opentelemetry/api";
import type { Logger } from "pino";
import { z } from "zod";

/** A collector that is away fails every batch. */
const LOG_PAUSE_MS = 60_000;
const LONGEST_REASON = 200;

/** The SDK hands errors over as JSON with all that they have, such as the collector's answer. Only this is logged. */
const failure = z.object({ code: z.string().optional(), message: z.string().optional() });

/** What goes wrong with traces, in the site's log: once a minute at most, and never on the console. */
export class FailureLog implements DiagLogger {
  private loggedAt = Number.NEGATIVE_INFINITY;
  private skipped = 0;

  constructor(private readonly log: Logger) {}

  readonly error = (message: string): void => this.warn(message);

  readonly warn = (message: string): void => {
    if (performance.now() - this.loggedAt < LOG_PAUSE_MS) {
      this.skipped += 1;
      return;
    }
    this.log.warn({ reason: reasonIn(message), before: this.skipped }, "traces are not sent as they should be");
    this.loggedAt = performance.now();
    this.skipped = 0;
  };

  readonly info = (): void => {};
  readonly debug = (): void => {};
  readonly verbose = (): void => {};
}

function reasonIn(message: string): string {
  const { code, message: said } = readFailure(message) ?? { message };
  return [code, said]
    .filter((part) => part !== undefined)
    .join(" ")
    .slice(0, LONGEST_REASON);
}

function readFailure(message: string) {
  try {
    return failure.safeParse(JSON.parse(message)).data;
  } catch {
    return undefined;
  }
}
