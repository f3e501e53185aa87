import { randomUUID } from "node:crypto";
import { APP_STORES, type AppStore } from "~/upstream/contract/store-tokens";
import type { PaymentsLog } from "../log";
import type { Db, Tx } from "../store/database";
import { isNearDue } from "./due";
import type { Reporter, Taken } from "./stores/call";
import type { ClaimedReport, StoreReport } from "./tables";

const MOST_AT_ONCE = 20;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60 * 60 * 1_000;
/** Longer than all calls of one report may take: see call.ts. If the process dies meanwhile, another sends it again after that. */
const CLAIM_MS = 120_000;

export type Reporters = Partial<Record<AppStore, Reporter>>;

interface Queue {
  db: Db;
  log: PaymentsLog;
  now(): number;
  reporters: Reporters;
}

/**
 * Sends what is due. No call is made while a transaction runs; what is known of a call is written before it is made, and what came of
 * it after. A report that was not taken is sent again after 5 s, then after twice as long each time, with the same request id.
 */
export async function sendDue(queue: Queue): Promise<void> {
  if (Object.keys(queue.reporters).length === 0) return;
  for (let sent = 0; sent < MOST_AT_ONCE; sent++) {
    const claimed = await claimNext(queue);
    if (claimed === undefined) return;
    const taken = await queue.reporters[claimed.store]?.(claimed, queue.now());
    if (taken) await noteTaken(queue, claimed, taken);
  }
}

/** Of the processes that share the database one sends a report. */
const claimNext = ({ db, now, reporters }: Queue): Promise<ClaimedReport | undefined> =>
  db.transaction().execute(async (tx) => {
    const next = await nextDue(tx, now(), reporters);
    if (next === undefined) return undefined;
    const claim = { request_id: next.request_id ?? randomUUID(), tries: next.tries + 1, next_try_at: now() + CLAIM_MS };
    await tx.updateTable("store_reports").set(claim).where("seq", "=", next.seq).execute();
    return { ...next, ...claim };
  });

/** Reports of one token go one after the other, and none before that of the payment it belongs to. */
function nextDue(tx: Tx, now: number, reporters: Reporters) {
  const stores = APP_STORES.filter((store) => reporters[store] !== undefined);
  return tx
    .selectFrom("store_reports as report")
    .innerJoin("store_tokens as token", "token.id", "report.token_id")
    .selectAll("report")
    .select(["token.token", "token.bundle_id", "token.programme"])
    .where("report.state", "=", "waiting")
    .where("report.next_try_at", "<=", now)
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
    .orderBy("report.seq")
    .executeTakeFirst();
}

async function noteTaken({ db, log, now }: Queue, claimed: ClaimedReport, taken: Taken): Promise<void> {
  const { seq, event, tries, next_try_at } = claimed;
  if (taken.kind !== "reported")
    log.warn({ report: event, tries, problem: taken.problem }, "payments: a store took no report");
  await db
    .updateTable("store_reports")
    .set(after(taken, tries, now()))
    .where("seq", "=", seq)
    // Another process has it by now, where this one took too long.
    .where("next_try_at", "=", next_try_at)
    .execute();
}

function after(taken: Taken, tries: number, now: number): Partial<StoreReport> {
  switch (taken.kind) {
    case "reported":
      return { state: "reported", reported_at: now, problem: null };
    case "refused":
      return { state: "refused", problem: taken.problem };
    case "again":
      return { problem: taken.problem, next_try_at: now + (taken.afterMs ?? waitAfter(tries)) };
  }
}

const waitAfter = (tries: number): number => Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 20), LONGEST_WAIT_MS);

/** What was refused is sent again, as after a mistake was put right: with the same request id. */
export const sendAgain = (tx: Tx, seq: number, now: number) =>
  tx
    .updateTable("store_reports")
    .set({ state: "waiting", next_try_at: now })
    .where("seq", "=", seq)
    .where("state", "=", "refused")
    .execute();

/** Logs once of each report that its time runs out, also where no keys are set. */
export async function warnOfDue({ db, log, now }: Omit<Queue, "reporters">): Promise<void> {
  const open = await db
    .selectFrom("store_reports")
    .select(["seq", "event", "store", "state", "noted_at", "due_at", "problem"])
    .where("state", "!=", "reported")
    .where("warned", "=", 0)
    .execute();
  for (const { seq, ...report } of open.filter((one) => isNearDue(one, now()))) {
    log.warn({ report: report.event, ...report }, "payments: the time to report to a store runs out");
    await db.updateTable("store_reports").set({ warned: 1 }).where("seq", "=", seq).execute();
  }
}
