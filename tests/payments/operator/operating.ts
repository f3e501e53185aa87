import { randomUUID } from "node:crypto";
import { linkSigner } from "../../../payments/links/signed-links";
import { SANDBOX_CATALOGUE } from "../../../sandbox/catalogue";
import { buy } from "../entitlements/bought";
import { emptyDatabase } from "../entitlements/world";
import { operate } from "./operate";

export const EMAIL = "buyer@example.com";
export const ASKED = ["--by", "Kim", "--because", "asked by mail"];

/** A database with one paid order that renews, and an operator at it. */
export async function operating() {
  const db = await emptyDatabase();
  const now = Date.UTC(2026, 10, 28);
  const orderId = await db.transaction().execute((tx) => buy(tx, { email: EMAIL, renews: true, now }));
  const keys = { current: randomUUID(), previous: randomUUID() };
  const context = {
    ...{
      db,
      now: () => now,
      stopping: new AbortController().signal,
      siteOrigin: "http://localhost:3000",
      origin: () => "http://localhost:4000",
    },
    ...{ log: { info() {}, warn() {}, error() {} }, links: linkSigner(keys), secrets: { links: keys, razorpay: "" } },
    ...{ drivers: new Map(), checkBot: async () => async () => undefined, countryOf: async () => undefined },
    ...{ defaultCountry: async () => undefined, catalogue: async () => SANDBOX_CATALOGUE },
    params: () => ({}),
  };
  const run = (args: readonly string[], typed?: string) => operate(context, args, typed);
  const stateOf = async () =>
    (await db.selectFrom("orders").select("state").where("id", "=", orderId).executeTakeFirstOrThrow()).state;
  const audit = () => db.selectFrom("audit").select(["by", "because", "command", "about", "result"]).execute();
  return { db, context, orderId, run, stateOf, audit };
}
