import { sql } from "kysely";
import type { Context } from "../context";
import { keepsBooks } from "../reconcile/compare-day";
import { QUEUES } from "./queues";

/** No more rows of a queue are looked at: one that is longer is told as so long. */
const MOST = 10_000;

/** The database is asked no more often than that, whoever reads metrics how often. */
const READ_EVERY_MS = 10_000;
/** What does not answer in that time counts as away. */
const MOST_MS = 2_000;

type Named = (typeof QUEUES)[number];

export interface QueueStanding {
  kind: Named["kind"];
  name: Named["name"];
  count: number;
  /** The smallest of its times, in milliseconds since 1970; null: none has one. */
  first: number | null;
}

type Read = Pick<Context, "db" | "drivers" | "now">;

/** How all queues stand, by one statement. */
async function readQueues({ db, drivers, now }: Read): Promise<QueueStanding[]> {
  const asked = {
    now: now(),
    bookKeepers: [...drivers.values()].filter(keepsBooks).map(({ code }) => code),
  };
  const each = QUEUES.map(({ kind, name, table, at, where }) => {
    const found = `select ${at} as at from ${table} where ${where(asked)} limit ${MOST}`;
    return `select '${kind}' as kind, '${name}' as name, count(*) as count, min(at) as first from (${found}) as found`;
  });
  const { rows } = await sql<QueueStanding>`${sql.raw(each.join(" union all "))}`.execute(db);
  return rows;
}

type Reading = Promise<QueueStanding[] | undefined>;

/** @returns what tells how the queues stand, as of the last ten seconds; undefined: the database does not answer */
export function queueReader({ log, ...reading }: Read & Pick<Context, "log">): () => Reading {
  const { now } = reading;
  let last: Reading = Promise.resolve(undefined);
  let isRunning = false;
  let readAt = Number.NEGATIVE_INFINITY;
  const fail = (error: unknown) => {
    log.warn({ err: error }, "payments: what waits could not be counted for metrics");
    return undefined;
  };
  return () => {
    if (!isRunning && now() - readAt >= READ_EVERY_MS) {
      isRunning = true;
      readAt = now();
      last = readQueues(reading)
        .catch(fail)
        .finally(() => {
          isRunning = false;
        });
    }
    return Promise.race([last, awayLater()]);
  };
}

const awayLater = (): Reading =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), MOST_MS).unref();
  });
