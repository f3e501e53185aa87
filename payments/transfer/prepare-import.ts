import { planById } from "../catalogue/catalogue";
import type { SoldPlan } from "../catalogue/plans";
import type { Context } from "../context";
import type { Driver, SubscriptionDriver, SubscriptionStanding } from "../drivers/driver";
import { callFor } from "../drivers/driver-call";
import type { Db, Tx } from "../store/database";
import { timeOf } from "../time";
import type { SubscriptionLine } from "./subscription-line";

/** What renews, by its provider. */
interface RenewedBy {
  code: Driver["code"];
  resumes: Driver["can"]["resume"];
  reference: string;
  standing: SubscriptionStanding;
}

/** A line that can be imported. */
export interface Prepared {
  subscription: SubscriptionLine;
  plan: SoldPlan;
  /** Undefined: it was paid once. */
  renewedBy: RenewedBy | undefined;
}

/** Why a line cannot be imported, for the operator. */
export class NotImported extends Error {
  override readonly name = "NotImported";
}

/** Providers close a period up to so much sooner or later than a file may say. */
const TOLERANCE_MS = 36 * 60 * 60 * 1_000;

/** Holds a line against the catalogue, the database and its provider. @returns "here": it was imported before @throws NotImported */
export async function prepareImport(context: Context, subscription: SubscriptionLine): Promise<Prepared | "here"> {
  if (await isHere(context, subscription)) return "here";
  const plan = planById(await context.catalogue(context.db), subscription.plan);
  if (plan === undefined) throw new NotImported(`no plan ${subscription.plan} is in the catalogue`);
  await checkAccount(context.db, subscription);
  const renewedBy = await findRenewal(context, subscription);
  const paidUntil = renewedBy?.standing.paidUntil ?? subscription.paid_until;
  if (paidUntil <= context.now() && renewedBy?.standing.state !== "past_due")
    throw new NotImported(`what is paid was over at ${timeOf(paidUntil)}`);
  return { subscription, plan, renewedBy };
}

async function isHere({ db }: Context, { subscription }: SubscriptionLine): Promise<boolean> {
  const known = db.selectFrom("subscriptions").select("id").where("imported_as", "=", subscription);
  return (await known.executeTakeFirst()) !== undefined;
}

/** An account has one number and one address. @throws NotImported */
export async function checkAccount(db: Db | Tx, { user, email }: SubscriptionLine): Promise<void> {
  if (user === undefined) return;
  const accounts = await db
    .selectFrom("accounts")
    .select(["user_id", "email"])
    .where((eb) => eb.or([eb("user_id", "=", user), eb("email", "=", email)]))
    .execute();
  const other = accounts.find((account) => account.user_id !== user || account.email !== email);
  if (other?.user_id === user) throw new NotImported(`user ${user} has another address here`);
  if (other) throw new NotImported(`the address is user ${other.user_id}'s here`);
}

async function findRenewal(context: Context, line: SubscriptionLine): Promise<RenewedBy | undefined> {
  const { provider, provider_subscription: reference } = line;
  if (provider === undefined || reference === undefined) return undefined;
  const driver = [...context.drivers.values()].find(({ name }) => name.toLowerCase() === provider);
  if (driver?.subscriptions === undefined) throw new NotImported(`${provider} is not set up`);
  if (await isKnown(context, reference)) throw new NotImported(`${reference} is another subscription's here`);
  const standing = await standingAt(context, driver.subscriptions, reference);
  checkStanding(line, standing);
  return { code: driver.code, resumes: driver.can.resume, reference, standing };
}

async function isKnown({ db }: Context, reference: string): Promise<boolean> {
  const known = db.selectFrom("subscriptions").select("id").where("reference", "=", reference);
  return (await known.executeTakeFirst()) !== undefined;
}

async function standingAt(
  context: Context,
  driver: SubscriptionDriver,
  reference: string,
): Promise<SubscriptionStanding> {
  try {
    return await driver.ask(reference, callFor(context));
  } catch (error) {
    throw new NotImported(`it could not be asked about: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The provider is right about what is paid, but a file that says something else may be about something else. */
function checkStanding({ provider, paid_until }: SubscriptionLine, { state, paidUntil }: SubscriptionStanding): void {
  if (state === "ended") throw new NotImported(`it has ended at ${provider}`);
  if (Math.abs(paidUntil - paid_until) > TOLERANCE_MS)
    throw new NotImported(`it is paid until ${timeOf(paidUntil)} at ${provider}`);
}
