import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import { providerRoutes } from "../../../payments/api/providers/routes";
import type { Context } from "../../../payments/context";
import type { Driver, HeardEvent } from "../../../payments/drivers/driver";
import type { PaymentsLog } from "../../../payments/log";
import { type PaymentsOptions, startPayments } from "../../../payments/start";
import { SANDBOX_CATALOGUE } from "../../../sandbox/catalogue";
import { paramsAt } from "../../../sandbox/providers/params";
import { purchase } from "../../../tools/contract/purchases";
import { formOf } from "../../sandbox/buyer";
import { SITE, temporaryFolder, writeEmptyDatabase } from "../../sandbox/running-sandbox";
import { databaseOf } from "../../sandbox/shared-database";
import { ProviderStandIn } from "./provider-stand-in";

export interface Logged {
  level: keyof PaymentsLog;
  facts: object;
  message: string;
}

/**
 * A payments API whose provider is the stand-in, with a clock of its own; it ends with the test.
 * @param others further providers
 */
export async function runningPayments(more: Partial<PaymentsOptions> = {}, others: readonly Driver[] = []) {
  let skipped = 0;
  const now = () => Date.now() + skipped;
  const provider = new ProviderStandIn(now);
  const logged: Logged[] = [];
  const write = (level: keyof PaymentsLog) => (facts: object, message: string) =>
    logged.push({ level, facts, message });
  const log = { info: write("info"), warn: write("warn"), error: write("error") };
  const dataDir = await temporaryFolder();
  const databaseUrl = await databaseOf(dataDir);
  if (databaseUrl === undefined) await writeEmptyDatabase(dataDir);
  const options = { host: "127.0.0.1", port: 0, dataDir, databaseUrl, siteOrigin: SITE, log, now, ...more };
  const payments = await startPayments(options, {
    parts: ({ origin }) => ({
      drivers: new Map([provider.driver, ...others].map((driver) => [driver.code, driver])),
      checkBot: async () => async () => undefined,
      countryOf: async () => "US",
      defaultCountry: async () => undefined,
      catalogue: async () => SANDBOX_CATALOGUE,
      params: () => paramsAt(origin()),
    }),
    providerRoutes,
  });
  onTestFinished(() => payments.close());
  const target = { base: payments.origin, site: SITE };
  const pass = (seconds: number) => {
    skipped += seconds * 1000;
  };
  return { ...payments, target, provider, logged, pass, now };
}
export type RunningPayments = Awaited<ReturnType<typeof runningPayments>>;

/** Opens an order. @returns its attempt as it is stored */
export async function ordered({ context, target }: RunningPayments, changes: object = {}) {
  const { order_id } = await purchase(
    target,
    await formOf(target, { email: `${randomUUID()}@example.com`, ...changes }),
  );
  return attemptOf(context, order_id);
}

const attemptOf = ({ db }: Context, orderId: string) =>
  db
    .selectFrom("attempts")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("position", "desc")
    .executeTakeFirstOrThrow();

export const orderOf = ({ context }: RunningPayments, { order_id }: { order_id: string }) =>
  context.db.selectFrom("orders").selectAll().where("id", "=", order_id).executeTakeFirstOrThrow();

/** The provider rings. @returns the answer's status */
export async function ring(
  { target }: RunningPayments,
  event: Partial<HeardEvent>,
  how: { as?: string; at?: string } = {},
) {
  const heard = { eventId: randomUUID(), kind: "something.happened", ...event };
  const response = await fetch(`${target.base}/hooks/${how.at ?? "so"}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Signed-By": how.as ?? "the provider" },
    body: JSON.stringify(heard),
  });
  await response.text();
  return response.status;
}

export const hookEvents = ({ context }: RunningPayments) =>
  context.db.selectFrom("hook_events").selectAll().orderBy("received_at").execute();
