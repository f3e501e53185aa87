import { z } from "zod";

const LEVELS: Readonly<Record<number, string>> = { 40: "warning: ", 50: "error: ", 60: "fatal: " };

/** An entry of the log, as createLog writes it. */
const logEntry = z.looseObject({
  level: z.number(),
  time: z.number(),
  msg: z.string().optional(),
  err: z.looseObject({ message: z.string(), stack: z.string().optional() }).optional(),
});

/** An entry of host/edge/access-log.ts. */
const answered = z.object({
  time: z.number(),
  method: z.string(),
  path: z.string(),
  query: z.array(z.string()),
  status: z.number(),
  ms: z.number(),
});

/** What pages bring along: its requests say something only where they fail. */
const IS_FILE = /\.\w+$|^\/(@|assets\/|node_modules\/)/;

/** By the clock on the wall: `09:05:00`. */
const clock = (time: number): string => new Date(time).toTimeString().slice(0, "hh:mm:ss".length);

/** An entry for somebody who reads along on a terminal; empty where it would only be in their way. */
export function readable(line: string): string {
  const found: unknown = JSON.parse(line);
  const request = answered.safeParse(found).data;
  return request === undefined ? textOf(logEntry.parse(found)) : requestLine(request);
}

function requestLine({ time, method, path, query, status, ms }: z.output<typeof answered>): string {
  if (status < 400 && IS_FILE.test(path)) return "";
  const address = query.length === 0 ? path : `${path}?${query.join("&")}`;
  return `${clock(time)} ${status} ${method} ${address} ${ms} ms\n`;
}

function textOf({ level, time, msg = "", err, ...facts }: z.output<typeof logEntry>): string {
  const said = Object.entries(facts).map(
    ([name, fact]) => `${name}=${typeof fact === "string" ? fact : JSON.stringify(fact)}`,
  );
  const why = err === undefined ? "" : `${err.stack ?? err.message}\n`;
  return `${[clock(time), `${LEVELS[level] ?? ""}${msg}`, ...said].join(" ")}\n${why}`;
}
