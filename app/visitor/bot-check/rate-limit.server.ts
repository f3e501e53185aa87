import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
} from "rate-limiter-flexible";
import { signatureOf } from "~/sealing.server";
import { sharedStore } from "~/shared-store.server";
import { mailboxOf } from "~/upstream/contract/values/mailbox";
import type { Visitor } from "~/visitor/visitor.server";
import { networkOf } from "./network.server";

/**
 * What is counted. Paying is never refused: buyers share addresses, so there a limit only slows down. What costs nothing, or
 * needs no payment, may be refused for some minutes.
 */
export type Limited = "pay" | "freeOrder" | "signUp" | "subscriptionLink" | "sendInvoice" | "wrongCoupon" | "events";

/** The identities of a sender that are counted; missing ones are not. */
export interface Sender {
  /** The network address, IPv4 or IPv6. */
  address?: string;
  /** The browser, or the account that asks. */
  session?: string;
  email?: string;
}

/** The browser is told by its own secret, so that nobody can count against another one. */
export const senderOf = ({ browser, caller }: Visitor, email?: string): Sender => ({
  address: caller.visitorIp,
  session: browser,
  email,
});

/**
 * In a window of so many seconds, so many of one sender. `email` counts a mailbox wherever it is named, `emailHere` only from
 * one network: where being over refuses, nobody elsewhere can use up what its owner has.
 */
interface Allowance {
  seconds: number;
  address: number;
  session: number;
  email?: number;
  emailHere?: number;
}

const TEN_MINUTES = 600;
const ALLOWANCES: Readonly<Record<Limited, Allowance>> = {
  pay: { seconds: TEN_MINUTES, address: 60, session: 20, email: 10 },
  freeOrder: { seconds: TEN_MINUTES, address: 10, session: 3, emailHere: 3 },
  signUp: { seconds: TEN_MINUTES, address: 30, session: 10, emailHere: 5 },
  subscriptionLink: { seconds: TEN_MINUTES, address: 30, session: 10, emailHere: 3 },
  sendInvoice: { seconds: TEN_MINUTES, address: 30, session: 10, email: 10 },
  wrongCoupon: { seconds: TEN_MINUTES, address: 30, session: 10 },
  /** Batches of page views: whole offices share an address. */
  events: { seconds: TEN_MINUTES, address: 3_000, session: 300 },
};

/** The address comes first: a sender over that limit does not add sessions and e-mail addresses to the memory. */
const WAYS = ["address", "session", "email", "emailHere"] as const;
type Way = (typeof WAYS)[number];

/**
 * One counter for each thing and way. A key goes by itself when its window ends, and a network that is over its allowance adds
 * no more: in ten minutes it leaves two or three keys for each sending within the allowances (some 300 in all), and one for
 * each wrong coupon that waited its turn (1,500 at most), and one for each browser that tells of page views (3,000 at most). None is longer than an e-mail address and a network's.
 */
const counters = new Map<string, RateLimiterAbstract>();

function counterOf(what: Limited, way: Way | "form"): RateLimiterAbstract {
  const name = `${what}.${way}`;
  const { seconds, ...points } = ALLOWANCES[what];
  const limit = { points: way === "form" ? 1 : (points[way] ?? Number.MAX_SAFE_INTEGER), duration: seconds };
  const counter = counters.get(name) ?? makeCounter(name, limit);
  counters.set(name, counter);
  return counter;
}

/** Where the site has several workers, the process that started them counts for all. See docs/decisions/018-what-copies-share.md. */
let isCountedByPrimary = false;

/** From now on that process counts. Only for a process that has one, with rate-limiter-flexible's master in it. */
export function countInPrimary(): void {
  isCountedByPrimary = true;
}

/** Counts for all copies of the site where they share a store; while that is away, as without one, for this copy alone. */
function makeCounter(name: string, limit: { points: number; duration: number }): RateLimiterAbstract {
  const here = isCountedByPrimary
    ? new RateLimiterCluster({ ...limit, keyPrefix: name })
    : new RateLimiterMemory(limit);
  const storeClient = sharedStore();
  if (storeClient === undefined) return here;
  const shared = { storeClient, useRedisPackage: true, rejectIfRedisNotReady: true, insuranceLimiter: here };
  return new RateLimiterRedis({ ...limit, ...shared, keyPrefix: `vpn-checkout:${name}` });
}

/** Under what a sender is counted in one way; undefined: it is not counted so. Hashed: a shared store keeps nobody's address. */
function keyOf(what: Limited, way: Way, sender: Sender): string | undefined {
  const known = ALLOWANCES[what][way] === undefined ? undefined : knownBy(way, sender);
  return known && signatureOf("counted", known);
}

function knownBy(way: Way, { address, session, email }: Sender): string | undefined {
  const mailbox = email === undefined ? undefined : mailboxOf(email);
  const network = networkOf(address);
  switch (way) {
    case "address":
      return network;
    case "session":
      return session;
    case "email":
      return mailbox;
    case "emailHere":
      return mailbox && `${mailbox} ${network ?? ""}`;
  }
}

/** Counts one more; the seconds until the sender is welcome again, or undefined while it is within this limit. */
export async function count(what: Limited, way: Way, sender: Sender): Promise<number | undefined> {
  const key = keyOf(what, way, sender);
  if (key === undefined) return undefined;
  const counter = counterOf(what, way);
  const { consumedPoints, msBeforeNext } = await counter.penalty(key);
  return consumedPoints > counter.points ? Math.ceil(msBeforeNext / 1000) : undefined;
}

/** It was nothing to count after all. */
export async function countBack(what: Limited, way: Way, sender: Sender): Promise<void> {
  const key = keyOf(what, way, sender);
  if (key === undefined) return;
  const counter = counterOf(what, way);
  const { consumedPoints } = await counter.reward(key);
  if (consumedPoints <= 0) await counter.delete(key);
}

/** Counts one request. Returns the seconds until the next is allowed, or undefined while it is within the limits. */
export async function countSending(what: Limited, sender: Sender): Promise<number | undefined> {
  for (const way of WAYS) {
    const wait = await count(what, way, sender);
    if (wait !== undefined) return wait;
  }
  return undefined;
}

/**
 * As countSending, and a form that was welcome stays so: sending it again is the same purchase.
 * @param attempt the form's idempotency key
 */
export async function countForm(what: Limited, sender: Sender, attempt: string): Promise<number | undefined> {
  const welcome = counterOf(what, "form");
  if ((await welcome.get(attempt)) !== null) return undefined;
  const wait = await countSending(what, sender);
  if (wait === undefined) await welcome.penalty(attempt);
  return wait;
}

const SLOW_MS = 2_000;
export const slowly = () => new Promise((resolve) => setTimeout(resolve, SLOW_MS));

/** For actions that are never refused: a sender over the limits waits for two seconds. */
export async function slowDown(what: Limited, sender: Sender): Promise<void> {
  if ((await countSending(what, sender)) !== undefined) await slowly();
}

/** For tests: forgets all counts. */
export function forgetSendings(): void {
  counters.clear();
}
