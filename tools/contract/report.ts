import { type Check, WEIGHTS, type Weight } from "./check";
import { checks } from "./checks/all";
import type { Target, Trace } from "./client";
import { inWords } from "./in-words";
import { Unseen } from "./unseen";

export interface Finding extends Omit<Check, "run"> {
  /** `accepted`: it is not so, and whoever ran the check says that it need not be. */
  state: "so" | "not so" | "not tried" | "accepted";
  /** What was seen instead, or why it could not be tried. Empty: it is so. */
  seen: string;
  /** The calls to repeat, in this order. */
  repeat: string[];
}

/** How a payments API stands to the contract. */
export interface Report {
  base: string;
  site: string;
  findings: Finding[];
  /** Of the addresses at which orders are paid: what REDIRECT_HOSTS has to name. */
  payHosts: string[];
}

/** Makes every check, one after another. @param accepted names of checks that need not hold at this API */
export async function reportOn({ base, site }: Target, accepted: readonly string[] = []): Promise<Report> {
  const trace: Trace = { lastCall: undefined, lastPurchase: undefined, payAt: new Set() };
  const target = { base, site, trace };
  const findings: Finding[] = [];
  for (const check of checks) findings.push(await made(check, target, accepted));
  return { base, site, findings, payHosts: hostsOf(trace.payAt) };
}

type Traced = Target & { trace: Trace };

async function made({ run, ...check }: Check, target: Traced, accepted: readonly string[]): Promise<Finding> {
  const { trace } = target;
  Object.assign(trace, { lastCall: undefined, lastPurchase: undefined });
  try {
    await run(target);
    return { ...check, state: "so", seen: "", repeat: callsIn(trace) };
  } catch (error) {
    const state = error instanceof Unseen ? "not tried" : accepted.includes(check.name) ? "accepted" : "not so";
    return { ...check, state, seen: inWords(error), repeat: callsIn(trace) };
  }
}

const callsIn = ({ lastPurchase, lastCall }: Trace): string[] =>
  [...new Set([lastPurchase, lastCall])].filter((call) => call !== undefined);

const hostsOf = (addresses: ReadonlySet<string>): string[] =>
  [
    ...new Set([...addresses].filter((address) => URL.canParse(address)).map((address) => new URL(address).host)),
  ].sort();

/** Those of a weight, or in a state. */
export const findingsOf = ({ findings }: Report, weight: Weight, state?: Finding["state"]): Finding[] =>
  findings.filter((one) => one.weight === weight && (state === undefined || one.state === state));

/** Whether it keeps the run from succeeding: it is dangerous, or nothing can be sold, which is so too where that could not be tried. */
export const isFailure = ({ weight, state }: Finding): boolean =>
  (weight === "dangerous" && state === "not so") ||
  (weight === "essential" && (state === "not so" || state === "not tried"));

export const hasFailed = ({ findings }: Report): boolean => findings.some(isFailure);

/** The most serious first. */
export const byWeight = (report: Report): Finding[] => WEIGHTS.flatMap((weight) => findingsOf(report, weight));
