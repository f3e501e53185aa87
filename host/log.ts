import { type DestinationStream, destination, type Logger, pino } from "pino";
import { loggableText } from "./redaction";

/** One JSON line an event, on standard error: standard output carries the addresses a person wants to read. */
export function openLog(level: string, to: DestinationStream = destination(2)): Logger {
  return pino({ level, base: null, serializers: { err: describeError } }, to);
}

export function describeError(error: unknown): { type: string; message: string; stack: string | undefined } {
  if (!(error instanceof Error)) return { type: typeof error, message: loggableText(String(error)), stack: undefined };
  const stack = error.stack === undefined ? undefined : loggableText(error.stack);
  return { type: error.name, message: loggableText(error.message), stack };
}
