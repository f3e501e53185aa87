import type { Db } from "../store/database";

/** How the comparison with one provider's books stands, for whoever watches. */
interface ReconciliationStanding {
  driver: string;
  /** The last day that was compared, in UTC; null: none was. */
  day: string | null;
  /** Of that day. */
  differences: number;
  /** How long ago it was compared, in milliseconds; null: never. */
  age: number | null;
  /** Days that could not be compared so far. */
  waiting: number;
}

export async function reconciliationStandings(db: Db, now: number): Promise<ReconciliationStanding[]> {
  const drivers = await db
    .selectFrom("reconciliations")
    .select("driver")
    .select((eb) => eb.fn.max("compared_at").as("at"))
    .select((eb) => eb.fn.sum<number>(eb.case().when("problem", "is not", null).then(1).else(0).end()).as("waiting"))
    .groupBy("driver")
    .orderBy("driver")
    .execute();
  return Promise.all(
    drivers.map(async ({ driver, at, waiting }) => {
      const last = await lastCompared(db, driver);
      return {
        driver,
        day: last?.day ?? null,
        differences: last?.differences ?? 0,
        age: at === null ? null : now - at,
        waiting: Number(waiting),
      };
    }),
  );
}

const lastCompared = (db: Db, driver: string) =>
  db
    .selectFrom("reconciliations")
    .select(["day", "differences"])
    .where("driver", "=", driver)
    .where("state", "=", "compared")
    .orderBy("day", "desc")
    .executeTakeFirst();
