import type { Context } from "../context";
import { declarations, failedEvents, failedMails, failedWebhooks, refusedReports } from "./for-a-person/messages";
import {
  daysThatDiffer,
  failedRefunds,
  openDisputes,
  ordersInReview,
  renewalsNotStopped,
  unknownPayments,
} from "./for-a-person/money";
import type { ForAPerson } from "./for-a-person/row";

/** All that does not go on without a person, what has a date first. Nothing is changed by looking. */
export async function forAPerson({ db, now }: Pick<Context, "db" | "now">): Promise<ForAPerson[]> {
  const at = now();
  const found = await Promise.all([
    failedRefunds(db),
    ordersInReview(db),
    openDisputes(db),
    declarations(db),
    unknownPayments(db, at),
    renewalsNotStopped(db, at),
    daysThatDiffer(db),
    failedEvents(db),
    failedMails(db, at),
    failedWebhooks(db),
    refusedReports(db),
  ]);
  return found.flat().sort((one, other) => dateOf(one) - dateOf(other) || one.since - other.since);
}

const dateOf = ({ by }: ForAPerson): number => by ?? Number.MAX_SAFE_INTEGER;
