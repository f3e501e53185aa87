import type { Context } from "../context";
import { inRounds, inTurn } from "../rounds";
import { type Reporters, sendDue, warnOfDue } from "./queue";
import { appleReporter } from "./stores/apple";
import type { Fetch } from "./stores/call";
import { googleReporter } from "./stores/google";
import type { StoreReportSettings } from "./stores/settings";
import { reportAged } from "./tokens";

const ROUND_MS = 1_000;

/** Who takes reports, by store. */
export const reportersOf = ({ apple, google }: StoreReportSettings, fetch: Fetch): Reporters => ({
  ...(apple && { apple: appleReporter(apple, fetch) }),
  ...(google && { google: googleReporter(google, fetch) }),
});

interface Reporting extends Pick<Context, "db" | "log" | "now" | "stopping"> {
  reporters: Reporters;
  /** Notes what was sold and given back since. */
  notePayments(): Promise<void>;
}

/** One round: everything that happened is noted, then sent. */
export async function reportRound(reporting: Reporting): Promise<void> {
  const { db, now, notePayments } = reporting;
  const noteAged = () => db.transaction().execute((tx) => reportAged(tx, now()));
  await inTurn(reporting, [notePayments, noteAged, sendDue, warnOfDue], (step) => step(reporting));
}

/** Reports every second. @returns a function that stops it and waits for the running round */
export const keepReporting = (reporting: Reporting): (() => Promise<void>) =>
  inRounds(
    "store_reports",
    ROUND_MS,
    () => reportRound(reporting),
    (error) => reporting.log.error({ err: error }, "payments: reporting to the stores failed"),
  );
