import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Visitor } from "~/visitor/visitor.server";

/** What is counted. Paying is never refused: buyers share addresses, so there a limit only slows down. */
export type Limited = "pay" | "signUp" | "sendInvoice";

/** The identities of a sender that are counted; missing ones are not. */
export interface Sender {
  address?: string;
  session?: string;
  email?: string;
}

/** A visitor without an app's session is told apart by their form's attempt. */
export const senderOf = ({ session, caller }: Visitor, attempt: string, email: string): Sender => ({
  address: caller.visitorIp,
  session: session?.user_id.toString() ?? attempt,
  email,
});

/** In a window of so many seconds, so many of one sender. */
interface Allowance {
  seconds: number;
  address: number;
  session: number;
  email: number;
}

const TEN_MINUTES = 600;
const ALLOWANCES: Readonly<Record<Limited, Allowance>> = {
  pay: { seconds: TEN_MINUTES, address: 60, session: 20, email: 10 },
  signUp: { seconds: TEN_MINUTES, address: 30, session: 10, email: 5 },
  sendInvoice: { seconds: TEN_MINUTES, address: 30, session: 10, email: 10 },
};

/** The address first: whoever is over it fills the memory with no further sessions and e-mail addresses. */
const WAYS = ["address", "session", "email"] as const;

const counters = new Map<string, RateLimiterMemory>();

function counterOf(what: Limited, way: (typeof WAYS)[number]): RateLimiterMemory {
  const name = `${what}.${way}`;
  const { seconds, [way]: points } = ALLOWANCES[what];
  const counter = counters.get(name) ?? new RateLimiterMemory({ points, duration: seconds });
  counters.set(name, counter);
  return counter;
}

/** Counts one more of this sender; the seconds until it is welcome again, or undefined while it is within the limits. */
export async function countSending(what: Limited, sender: Sender): Promise<number | undefined> {
  for (const way of WAYS) {
    const key = way === "address" ? networkOf(sender.address) : sender[way];
    if (key === undefined) continue;
    const counter = counterOf(what, way);
    const { consumedPoints, msBeforeNext } = await counter.penalty(key);
    if (consumedPoints > counter.points) return Math.ceil(msBeforeNext / 1000);
  }
  return undefined;
}

const SLOW_MS = 2_000;

/** For actions that are never refused: a sender over the limits waits for two seconds. */
export async function slowDown(what: Limited, sender: Sender): Promise<void> {
  if ((await countSending(what, sender)) !== undefined) await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
}

/** Forgets all that was counted. */
export const forgetSendings = (): void => counters.clear();

/** One household has a whole /64 of IPv6 addresses, so that is what is counted. */
function networkOf(address: string | undefined): string | undefined {
  if (!address?.includes(":")) return address;
  const [head = [], tail] = address.split("::").map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  return [...head, ...Array.from({ length: zeros }, () => "0"), ...(tail ?? [])].slice(0, 4).join(":");
}
