import { randomUUID } from "node:crypto";
import { z } from "zod";
import { isSigned, seal, signatureOf, unseal } from "~/sealing.server";
import { sharedBy } from "~/security/host-facts.server";
import { end, endedAmong, LONGEST_DAYS } from "~/store/store.server";
import { PROVIDERS } from "~/upstream/contract/catalogue";
import { type InvoiceOwner, invoiceOwner } from "~/upstream/contract/invoices";
import { email, idempotencyKey, identifier } from "~/upstream/contract/values/scalars";
import { cookieHeader, cookieOf, expiredCookie } from "./browser/cookies.server";

/** The values of an app's link, stored byte for byte: the payments API verifies the sign. */
export const session = z.object({
  user_id: z.number().int(),
  app_type: z.number().int(),
  signed_time: z.string(),
  token: z.string(),
  sign: z.string(),
  /** The visitor chose to stay logged out: the token is not tried again. */
  isLoggedOut: z.literal(true).optional(),
});

const signUpContent = z.object({ token: z.string().min(1) });

/** An order that this browser has paid. */
const paidOrder = z.object({
  orderId: identifier,
  provider: z.enum(PROVIDERS),
  appType: z.number().int(),
  plan: identifier,
  email,
  /** When this browser was first told that it is paid, in milliseconds since 1970. */
  paidAt: z.number().int(),
  /** The order's receipts key; missing where the payments API gives none. */
  owner: invoiceOwner.optional(),
});

/** The order has no id yet. */
export const UNNUMBERED = "";

/** An order that this browser has sent, paid or not. */
export const sentOrder = paidOrder.pick({ provider: true, appType: true, plan: true, email: true }).extend({
  attempt: idempotencyKey,
  orderId: z.union([identifier, z.literal(UNNUMBERED)]),
});

/**
 * What lets somebody in, as it is sealed into a cookie. `id`: all copies of the cookie have it, so that they end together.
 * `until`: in milliseconds since 1970; no copy is good for longer.
 */
interface Sealed<Content> {
  id: string;
  until: number;
  content: Content;
}
const sealedWith = <Content>(content: z.ZodType<Content>): z.ZodType<Sealed<Content>> =>
  z.object({ id: z.string(), until: z.number().int(), content });

const SCHEMAS = {
  session: sealedWith(session),
  signUp: sealedWith(signUpContent),
  paidHere: sealedWith(z.array(paidOrder)),
  orders: sealedWith(z.array(sentOrder)),
};
type SealedCookie = keyof typeof SCHEMAS;

const LONGEST_SECONDS = LONGEST_DAYS * 24 * 60 * 60;

/** The text of a cookie that is good for some seconds, with an id of its own unless it ends together with another. */
export const sealFor = (
  kind: SealedCookie,
  content: unknown,
  id: string = randomUUID(),
  seconds = LONGEST_SECONDS,
): Promise<string> => seal(kind, { id, until: Date.now() + seconds * 1_000, content });

/** Prefix of sign-up tokens; apps' tokens do not have it. The rest is sealed, so nobody can make one up. */
const SIGN_UP = "sign-up~";

/**
 * The Set-Cookie headers for a sign-up's token. A subdomain or plain http could plant `paypal_token`, whose name cannot bind it to
 * this host, so it counts only beside a cookie that is bound, and names it.
 * @param seconds lifetime; by default until the browser is closed
 */
export async function signUpCookies(content: z.output<typeof signUpContent>, seconds?: number): Promise<string[]> {
  const id = randomUUID();
  const lifetime = seconds === undefined ? undefined : Math.min(seconds, LONGEST_SECONDS);
  const token = SIGN_UP + (await sealFor("signUp", content, id));
  return [cookieHeader("paypal_token", token, lifetime), cookieHeader("signUp", signatureOf("signUp", id), lifetime)];
}

/** Browsers drop a longer cookie: orders with long signs or addresses are fewer. */
const LONGEST_COOKIE = 3_800;

/** By then a purchase is paid or abandoned. */
const SENT_SECONDS = 2 * 60 * 60;

/** The Set-Cookie header for what this browser has paid, newest first. It ends together with what it replaces. */
async function paidOrdersCookie(request: Request, orders: z.output<typeof paidOrder>[]): Promise<string> {
  const { paidHere } = await openedBy(request);
  return cookieHeader("receipts", await sealFitting("paidHere", orders, paidHere?.id));
}

/** The same for what it has sent. */
export async function sentOrdersCookie(request: Request, sent: z.output<typeof sentOrder>[]): Promise<string> {
  const { orders } = await openedBy(request);
  return cookieHeader("orders", await sealFitting("orders", sent, orders?.id, SENT_SECONDS), SENT_SECONDS);
}

/** As many of the first ones as a cookie has room for. */
async function sealFitting(
  kind: SealedCookie,
  orders: readonly unknown[],
  id: string | undefined,
  seconds?: number,
): Promise<string> {
  const sealed = await sealFor(kind, orders, id, seconds);
  const isTooLong = sealed.length > LONGEST_COOKIE && orders.length > 1;
  return isTooLong ? sealFitting(kind, orders.slice(0, -1), id, seconds) : sealed;
}

type OpenedCookies = Awaited<ReturnType<typeof open>>;
const openedCookies = new WeakMap<object, Promise<OpenedCookies>>();

/** What the browser's sealed cookies hold that is still good. Whether it was ended is asked once a request. */
export function openedBy(request: Request): Promise<OpenedCookies> {
  const key = sharedBy(request);
  const found = openedCookies.get(key) ?? open(request);
  openedCookies.set(key, found);
  return found;
}

async function open(request: Request) {
  const [ofSession, ofSignUp, ofPaidHere, ofOrders] = await Promise.all([
    unsealed("session", SCHEMAS.session, cookieOf(request, "session")),
    openSignUp(request),
    unsealed("paidHere", SCHEMAS.paidHere, cookieOf(request, "receipts")),
    unsealed("orders", SCHEMAS.orders, cookieOf(request, "orders")),
  ]);
  const ended = await endedAmong([ofSession, ofSignUp, ofPaidHere, ofOrders].flatMap((found) => found?.id ?? []));
  const ifGood = <Found extends { id: string }>(found: Found | undefined): Found | undefined =>
    found === undefined || ended.includes(found.id) ? undefined : found;
  return {
    session: ifGood(ofSession),
    signUp: ifGood(ofSignUp),
    paidHere: ifGood(ofPaidHere),
    orders: ifGood(ofOrders),
  };
}

async function openSignUp(request: Request): Promise<Sealed<z.output<typeof signUpContent>> | undefined> {
  const token = cookieOf(request, "paypal_token");
  if (!token?.startsWith(SIGN_UP)) return undefined;
  const found = await unsealed("signUp", SCHEMAS.signUp, token.slice(SIGN_UP.length));
  return found !== undefined && isSigned("signUp", found.id, cookieOf(request, "signUp") ?? "") ? found : undefined;
}

async function unsealed<Content>(
  kind: SealedCookie,
  schema: z.ZodType<Sealed<Content>>,
  text: string | undefined,
): Promise<Sealed<Content> | undefined> {
  const found = text === undefined ? undefined : await unseal(kind, schema, text);
  return found !== undefined && Date.now() < found.until ? found : undefined;
}

/** Ends what the browser's cookies hold, and with it every copy of them that somebody has made. Their deletion is the caller's. */
export async function endSealed(request: Request, kinds: readonly SealedCookie[]): Promise<void> {
  const opened = await openedBy(request);
  await end(kinds.flatMap((kind) => opened[kind]?.id ?? []));
}

/** An order that this browser has paid. */
export type PaidOrder = z.output<typeof paidOrder>;

const MOST = 5;

/** The Set-Cookie header by which the browser remembers one more order that it has paid; see docs/decisions/023-receipts-for-life.md. */
export async function paidHereCookie(request: Request, paid: Omit<PaidOrder, "paidAt">): Promise<string> {
  const before = await ordersPaidHere(request);
  const { paidAt = Date.now() } = before.find(({ orderId }) => orderId === paid.orderId) ?? {};
  const others = before.filter(({ orderId }) => orderId !== paid.orderId);
  const orders = [{ ...paid, paidAt }, ...others].sort((one, other) => other.paidAt - one.paidAt).slice(0, MOST);
  return paidOrdersCookie(request, orders);
}

/** The Set-Cookie header by which it forgets the orders of these owners. */
export async function forgottenHereCookie(request: Request, owners: readonly InvoiceOwner[]): Promise<string> {
  const orders = await ordersPaidHere(request);
  const signs = owners.map(({ sign }) => sign);
  const others = orders.filter(({ owner }) => owner === undefined || !signs.includes(owner.sign));
  return others.length === 0 ? expiredCookie("receipts") : paidOrdersCookie(request, others);
}

/** The orders that were paid in this browser in the last days, newest first. */
export const ordersPaidHere = async (request: Request): Promise<PaidOrder[]> =>
  (await openedBy(request)).paidHere?.content ?? [];
