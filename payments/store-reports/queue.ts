import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { APP_STORES, type AppStore } from "~/upstream/contract/store-tokens";
import type { Context } from "../context";
import type { Tx } from "../store/database";
import { backoff, note, type Queue, workQueue } from "../work-queue";
import { isNearDue } from "./due";
import type { Reporter, Taken } from "./stores/call";
import type { ReportOfToken, StoreReport } from "./tables";

const waitAfter = backoff(5_000, 60 * 60 * 1_000);

export type Reporters = Partial<Record<AppStore, Reporter>>;

interface Reporting extends Pick<Context, "db" | "log" | "now" | "stopping"> {
  reporters: Reporters;
}

/**
 * Sends what is due. No call is made while a transaction runs; what is known of a call is written before it is made, and what came of
 * it after. A report that was not taken is sent again after 5 s, then after twice as long each time, with the same request id.
 */
export async function sendDue(reporting: Reporting): Promise<void> {
  const stores = APP_STORES.filter((store) => reporting.reporters[store] !== undefined);
  if (stores.length === 0) return;
  const queue = reportsTo(stores);
  await workQueue(reporting, queue, (report) => send(reporting, queue, report));
}

type Outcome = Partial<Pick<StoreReport, "state" | "request_id" | "reported_at" | "problem" | "next_try_at">>;
type ReportQueue = Queue<ReportOfToken, Outcome>;

/** Reports of one token go one after the other, and none before that of the payment it belongs to. */
const reportsTo = (stores: readonly AppStore[]): ReportQueue => ({
  atOnce: 1,
  batches: 20,
  // All calls of one report: see call.ts.
  claimMs: 120_000,
  one: (db, { seq }) => db.updateTable("store_reports").where("seq", "=", seq).where("state", "=", "waiting"),
  waiting: (db) =>
    db
      .selectFrom("store_reports as report")
      .innerJoin("store_tokens as token", "token.id", "report.token_id")
      .selectAll("report")
      .select(["token.token", "token.bundle_id", "token.programme"])
      .where("report.state", "=", "waiting")
      .where("report.store", "in", stores)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("store_reports as earlier")
              .select("earlier.seq")
              .whereRef("earlier.token_id", "=", "report.token_id")
              .whereRef("earlier.seq", "<", "report.seq")
              .where((eb) =>
                eb.or([
                  eb("earlier.state", "=", "waiting"),
                  eb.and([
                    eb("earlier.state", "=", "refused"),
                    eb("earlier.line_item_id", "=", eb.ref("report.reference")),
                  ]),
                ]),
              ),
          ),
        ),
      )
      .orderBy("report.seq"),
});

async function send(reporting: Reporting, queue: ReportQueue, report: ReportOfToken): Promise<Outcome | undefined> {
  const { db, log, now, reporters } = reporting;
  const { store, event, tries } = report;
  const request_id = report.request_id ?? randomUUID();
  // Written before the first call.
  if (report.request_id === null && !(await note(db, queue, report, { request_id }))) return undefined;
  const taken = await reporters[store]?.({ ...report, request_id }, now());
  if (taken === undefined) return undefined;
  if (taken.kind !== "reported")
    log.warn({ report: event, tries, problem: taken.problem }, "payments: a store took no report");
  return outcomeOf(taken, tries, now());
}

function outcomeOf(taken: Taken, tries: number, now: number): Outcome {
  switch (taken.kind) {
    case "reported":
      return { state: "reported", reported_at: now, problem: null };
    case "refused":
      return { state: "refused", problem: taken.problem };
    case "again":
      return { problem: taken.problem, next_try_at: now + (taken.afterMs ?? waitAfter(tries)) };
  }
}

/** What was refused is sent again, as after a mistake was put right: with the same request id. */
export const sendAgain = (tx: Tx, seq: number, now: number) =>
  tx
    .updateTable("store_reports")
    .set({ state: "waiting", next_try_at: now })
    .where("seq", "=", seq)
    .where("state", "=", "refused")
    .execute();

/** Logs once of each report that its time runs out, also where no keys are set. */
export async function warnOfDue({ db, log, now }: Omit<Reporting, "reporters">): Promise<void> {
  const open = await db
    .selectFrom("store_reports")
    .select(["seq", "event", "store", "state", "noted_at", "due_at", "problem"])
    // In words, as SQLite takes the index of them for no parameter.
    .where(sql<boolean>`warned = 0 and state <> 'reported'`)
    .execute();
  for (const { seq, ...report } of open.filter((one) => isNearDue(one, now()))) {
    log.warn({ report: report.event, ...report }, "payments: the time to report to a store runs out");
    await db.updateTable("store_reports").set({ warned: 1 }).where("seq", "=", seq).execute();
  }
}
