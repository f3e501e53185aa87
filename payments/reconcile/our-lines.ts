import type { Driver } from "../drivers/driver";
import type { Db } from "../store/database";
import type { OurLine } from "./comparison";
import { type Day, timeOfDay } from "./day";

const HOUR_MS = 3_600_000;

type Code = Driver["code"];

/** What we say has moved at a provider in a day, by its own ids: payments, renewals, and refunds that we sent. */
export async function* ourLines(db: Db, driver: Code, day: Day): AsyncGenerator<OurLine> {
  const { from, to } = timeOfDay(day);
  for (let hour = from; hour < to; hour += HOUR_MS) {
    yield* await payments(db, driver, hour);
    yield* await renewals(db, driver, hour);
    yield* await refunds(db, driver, hour);
  }
}

/** Nothing moved for what was free. */
async function payments(db: Db, driver: Code, hour: number): Promise<OurLine[]> {
  const rows = await db
    .selectFrom("captures")
    .innerJoin("attempts", "attempts.id", "captures.attempt_id")
    .select(["captures.id", "captures.amount", "captures.currency", "captures.taken_at as at"])
    .where("captures.taken_at", ">=", hour)
    .where("captures.taken_at", "<", hour + HOUR_MS)
    .where("attempts.provider", "=", driver)
    .where("captures.amount", ">", 0)
    .execute();
  return rows.map(({ id, at, ...money }) => ({ kind: "capture", id, captureId: id, money, at: at ?? hour }));
}

async function renewals(db: Db, driver: Code, hour: number): Promise<OurLine[]> {
  const rows = await db
    .selectFrom("subscription_charges")
    .innerJoin("subscriptions", "subscriptions.id", "subscription_charges.subscription_id")
    .select(["subscription_charges.id", "subscription_charges.amount", "subscription_charges.currency", "at"])
    .where("at", ">=", hour)
    .where("at", "<", hour + HOUR_MS)
    .where("subscriptions.driver", "=", driver)
    .where("subscription_charges.amount", ">", 0)
    .execute();
  return rows.map(({ id, at, ...money }) => ({ kind: "capture", id, captureId: id, money, at }));
}

async function refunds(db: Db, driver: Code, hour: number): Promise<OurLine[]> {
  const rows = await db
    .selectFrom("refunds")
    .select(["refund_id as id", "capture_id as captureId", "amount", "currency", "done_at as at"])
    .where("done_at", ">=", hour)
    .where("done_at", "<", hour + HOUR_MS)
    .where("driver", "=", driver)
    .where("state", "=", "done")
    .execute();
  return rows.flatMap(({ id, captureId, at, ...money }) =>
    id === null ? [] : [{ kind: "refund", id, captureId, money, at: at ?? hour } as const],
  );
}
