import { PROVIDERS, type ProviderCode } from "~/upstream/contract/catalogue";
import { APP_PROVIDERS, type AppProviderCode } from "~/upstream/contract/purchase-calls";
import type { Driver, OpenedPayment, Opening } from "../../payments/drivers/driver";
import type { Db } from "../../payments/store/database";
import { hostedPath } from "../hosted-address";
import { newsOf } from "./reports/due-reports";
import { SIMULATORS } from "./simulators";
import { STATEMENTS } from "./statements";

const IN_AN_APP = new Error("What is bought in an app is opened and given back there.");

/**
 * Drivers of the simulated providers, by code. What a provider knows is in the same database: its pages in hosted/ write there what the buyer
 * chose, and a driver reads it, as it would ask a real one.
 */
export function simulatedDrivers(db: Db, now: () => number): ReadonlyMap<string, Driver> {
  const hosted = PROVIDERS.map((code) => hostedDriver(db, now, code));
  const stores = APP_PROVIDERS.map((code) => storeDriver(db, now, code));
  return new Map([...hosted, ...stores].map((driver) => [driver.code, driver]));
}

/** What all of them do. Renewals come by the sandbox's clock. */
const answering = (db: Db, now: () => number): Pick<Driver, "can" | "ask" | "close" | "hear" | "refund"> => ({
  can: { resume: "undo", renewYears: Number.POSITIVE_INFINITY },
  ask: async ({ attemptId }) => ({ reports: await newsOf(db, attemptId, now()), subscription: undefined }),
  close: async () => "closed",
  hear: () => Promise.reject(new Error("Webhooks of simulated providers do not come by HTTP.")),
  refund: async ({ key }) => ({ refundId: `ref_${key}`, state: "done" }),
});

function hostedDriver(db: Db, now: () => number, code: ProviderCode): Driver {
  const { name, newReference } = SIMULATORS[code];
  const open = async ({ attemptId, expiresAt }: Opening): Promise<OpenedPayment> => ({
    reference: newReference(),
    payAt: hostedPath(code, await sessionOf(db, attemptId)),
    expiresAt,
  });
  return { ...answering(db, now), code, name, statement: STATEMENTS[code], open, find: open };
}

function storeDriver(db: Db, now: () => number, code: AppProviderCode): Driver {
  const open = () => Promise.reject(IN_AN_APP);
  return { ...answering(db, now), code, name: `Sandbox store ${code}`, statement: undefined, open, find: open };
}

/** The unguessable part of the page's address. */
async function sessionOf(db: Db, attemptId: string): Promise<string> {
  const { session } = await db
    .selectFrom("attempts")
    .select("session")
    .where("id", "=", attemptId)
    .executeTakeFirstOrThrow();
  return session;
}
