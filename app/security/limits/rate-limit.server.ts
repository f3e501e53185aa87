import { isIPv6, SocketAddress } from "node:net";
import { env } from "~/env.server";
import { signatureOf } from "~/sealing.server";
import { type Counter, counterOf, forgetCounters } from "~/store/store.server";
import { mailboxOf } from "~/upstream/contract/values/mailbox";

/**
 * What is counted. Paying is never refused: buyers share addresses, so there a limit only slows down or asks for one more press of
 * the button. What costs nothing, or needs no payment, may be refused for some minutes.
 */
export type Limited =
  | "pay"
  | "unpaidOrder"
  | "freeOrder"
  | "signUp"
  | "subscriptionLink"
  | "declaration"
  | "signUpMail"
  | "subscriptionLinkMail"
  | "sendInvoice"
  | "wrongCoupon"
  | "events";

/** The identities of a sender that are counted; missing ones are not. */
export interface Sender {
  /** The network address, IPv4 or IPv6. */
  address?: string;
  /** The browser, or the account that asks. */
  session?: string;
  email?: string;
}

/** What of a Visitor is counted. */
interface CountedVisitor {
  browser: string;
  caller: { visitorIp?: string | undefined };
}

/** The browser is named by its own secret, so that nobody can count against another one. */
export const senderOf = ({ browser, caller }: CountedVisitor, email?: string): Sender => ({
  address: caller.visitorIp,
  session: browser,
  email,
});

/**
 * In a window of so many seconds, so many of one sender; what is missing is not counted. `address`: of one household; the networks
 * around it have more (see networksOf). `email` counts a mailbox wherever it is named, `emailHere` only from one network:
 * where being over refuses, nobody elsewhere can use up what its owner has.
 */
interface Allowance {
  seconds: number;
  address?: number;
  session?: number;
  email?: number;
  emailHere?: number;
}

const TEN_MINUTES = 600;
const HOUR = 3_600;
const ALLOWANCES: Readonly<Record<Limited, Allowance>> = {
  pay: { seconds: TEN_MINUTES, address: 60, session: 20, email: 10 },
  /** Every order that somebody has to pay: who pays them in the end is known elsewhere and later, so those are counted, too. */
  unpaidOrder: {
    seconds: TEN_MINUTES,
    get address() {
      return env().ordersPerNetwork;
    },
    email: 10,
  },
  freeOrder: { seconds: TEN_MINUTES, address: 10, session: 3, emailHere: 3 },
  signUp: { seconds: TEN_MINUTES, address: 30, session: 10, emailHere: 5 },
  subscriptionLink: { seconds: TEN_MINUTES, address: 30, session: 10, emailHere: 3 },
  /** Whoever is over has a letter prepared. */
  declaration: { seconds: TEN_MINUTES, address: 30, session: 10, emailHere: 5 },
  /** Whoever has them sent: links that were sent before still work. */
  signUpMail: { seconds: HOUR, email: 6 },
  subscriptionLinkMail: { seconds: HOUR, email: 6 },
  sendInvoice: { seconds: TEN_MINUTES, address: 30, session: 10, email: 10 },
  wrongCoupon: { seconds: TEN_MINUTES, address: 30, session: 10 },
  /** Batches of page views: whole offices share an address. */
  events: { seconds: TEN_MINUTES, address: 3_000, session: 300 },
};

/** The address comes first: a sender over that limit does not add sessions and e-mail addresses to the memory. */
const WAYS = ["address", "session", "email", "emailHere"] as const;
type Way = (typeof WAYS)[number];

/** One key of one counter. */
interface Tally {
  counter: Counter;
  key: string;
}

/** What a sender is counted by in one way: by each of its networks, the narrowest first, else by one thing or none. */
function talliesOf(what: Limited, way: Way, sender: Sender): Tally[] {
  const { seconds, [way]: points } = ALLOWANCES[what];
  if (points === undefined) return [];
  return knownBy(way, sender).map(({ name, share }) => ({
    counter: counterOf(`${what}.${way}${share === 1 ? "" : `.${share}`}`, {
      points: points * share,
      duration: seconds,
    }),
    // Hashed: a shared store keeps nobody's address.
    key: signatureOf("counted", name),
  }));
}

function knownBy(way: Way, { address, session, email }: Sender): readonly Network[] {
  const networks = networksOf(address);
  const mailbox = email === undefined ? undefined : mailboxOf(email);
  const one = (name: string | undefined): Network[] => (name === undefined ? [] : [{ name, share: 1 }]);
  switch (way) {
    case "address":
      return networks;
    case "session":
      return one(session);
    case "email":
      return one(mailbox);
    case "emailHere":
      return one(mailbox && `${mailbox} ${networks[0]?.name ?? ""}`);
  }
}

/** A sending that was counted. */
interface Counted {
  /** The seconds until the sender is welcome again; undefined while it is within this limit. */
  retryAfter: number | undefined;
  /** It was nothing to count after all. */
  takeBack: () => Promise<void>;
}

/**
 * Counts one more, from the narrowest network to the widest, and stops at the first that is over: a household over its allowance uses up
 * nothing of its neighbours'. Where a wider network has nothing left, nothing is counted: each new household of it would be a key.
 */
export async function count(what: Limited, way: Way, sender: Sender): Promise<Counted> {
  const tallies = talliesOf(what, way, sender);
  const used = await usedUp(tallies.slice(1));
  if (used !== undefined) return { retryAfter: used, takeBack: async () => {} };
  const counted: Tally[] = [];
  const takeBack = async () => void (await Promise.all(counted.map(takeOne)));
  for (const tally of tallies) {
    counted.push(tally);
    const { consumedPoints, msBeforeNext } = await tally.counter.penalty(tally.key);
    if (consumedPoints > tally.counter.points) return { retryAfter: inSeconds(msBeforeNext), takeBack };
  }
  return { retryAfter: undefined, takeBack };
}

const inSeconds = (ms: number): number => Math.ceil(ms / 1000);

async function usedUp(tallies: readonly Tally[]): Promise<number | undefined> {
  const found = await Promise.all(tallies.map(({ counter, key }) => counter.get(key)));
  const over = found.find((one, n) => one !== null && one.consumedPoints >= (tallies[n]?.counter.points ?? 0));
  return over ? inSeconds(over.msBeforeNext) : undefined;
}

async function takeOne({ counter, key }: Tally): Promise<void> {
  const { consumedPoints } = await counter.reward(key);
  if (consumedPoints <= 0) await counter.delete(key);
}

/** Counts one request. Returns the seconds until the next is allowed, or undefined while it is within the limits. */
export async function countSending(what: Limited, sender: Sender): Promise<number | undefined> {
  for (const way of WAYS) {
    const { retryAfter } = await count(what, way, sender);
    if (retryAfter !== undefined) return retryAfter;
  }
  return undefined;
}

/** By what they are for and their key: a form sent many times at once is counted once. */
const formsBeingCounted = new Map<string, Promise<number | undefined>>();

/**
 * As countSending, and a form that was welcome stays so: sending it again is the same purchase.
 * @param attempt the form's idempotency key
 */
export function countForm(what: Limited, sender: Sender, attempt: string): Promise<number | undefined> {
  const key = `${what} ${attempt}`;
  const others = formsBeingCounted.get(key);
  if (others !== undefined) return others;
  const counted = countFormOnce(what, sender, attempt).finally(() => formsBeingCounted.delete(key));
  formsBeingCounted.set(key, counted);
  return counted;
}

async function countFormOnce(what: Limited, sender: Sender, attempt: string): Promise<number | undefined> {
  const welcome = counterOf(`${what}.form`, { points: 1, duration: ALLOWANCES[what].seconds });
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
export const forgetSendings = forgetCounters;

/** A network that an address is in, and how many times as much as one household is allowed to it. */
interface Network {
  name: string;
  share: number;
}

/** Groups of four hexadecimal digits, and the bits that are counted. */
const WIDTHS = [
  /** A household, or one phone. */
  { bits: 64, share: 1 },
  /** What many providers give one customer, and others 256. */
  { bits: 56, share: 4 },
  /** What an office or a small hosting customer has: 65,536 of the first kind. */
  { bits: 48, share: 16 },
] as const;

/**
 * The networks of an address that are counted, the narrowest first. An IPv4 address is one; one written as IPv6 is that address.
 * None where the host names no address: nobody is counted together with all others.
 */
export function networksOf(address: string | undefined): readonly Network[] {
  if (!address) return [];
  const groups = groupsOf(address);
  if (groups === undefined) return [{ name: plainAddress(address), share: 1 }];
  return WIDTHS.map(({ bits, share }) => ({ name: networkName(groups, bits), share }));
}

/** The groups of an IPv6 address as numbers; undefined for IPv4. */
function groupsOf(address: string): number[] | undefined {
  const plain = plainAddress(address);
  if (!plain.includes(":")) return undefined;
  const [head = [], tail = []] = plain.split("::").map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => "0");
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}

function plainAddress(address: string): string {
  if (!isIPv6(address)) return address;
  return new SocketAddress({ address, family: "ipv6" }).address.replace(/^::ffff:(?=[\d.]+$)/, "");
}

function networkName(groups: readonly number[], bits: number): string {
  const counted = groups.slice(0, 4).map((group, n) => group & (0xffff << Math.max(0, 16 * (n + 1) - bits)) & 0xffff);
  return `${counted.map((group) => group.toString(16)).join(":")}/${bits}`;
}
