import { type Check, Unseen } from "./check";
import { checks } from "./checks";
import type { Target } from "./client";
import { NEVER_SEEN } from "./unseen";

interface Finding extends Check {
  /** Why it is not so; undefined: it is. */
  problem: string | undefined;
  /** It may be so: the check cannot tell. */
  isUnseen: boolean;
}

/** How a payments API stands to the contract. Only what is required can fail. */
export interface Report {
  required: Finding[];
  present: Finding[];
  missing: Finding[];
  unseen: Finding[];
}

/** Makes every check, one after another. */
export async function reportOn(target: Target): Promise<Report> {
  const findings: Finding[] = [];
  for (const check of checks) {
    const error: unknown = await check.run(target).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    const problem = error === undefined ? undefined : briefly(error instanceof Error ? error.message : String(error));
    findings.push({ ...check, problem, isUnseen: error instanceof Unseen });
  }
  const optional = findings.filter(({ lost }) => lost !== undefined);
  return {
    required: findings.filter(({ lost }) => lost === undefined),
    present: optional.filter(({ problem }) => problem === undefined),
    missing: optional.filter(({ problem, isUnseen }) => problem !== undefined && !isUnseen),
    unseen: optional.filter(({ isUnseen }) => isUnseen),
  };
}

const briefly = (text: string): string => text.replace(/\s+/g, " ").slice(0, 160);

export const hasFailed = ({ required }: Report): boolean => required.some(({ problem }) => problem !== undefined);

/** The report as text. */
export function written({ required, present, missing, unseen }: Report): string {
  const failed = required.filter(({ problem }) => problem !== undefined);
  return [
    "required",
    ...required.map(({ name, problem }) =>
      problem === undefined ? `  ok      ${name}` : `  FAILED  ${name}\n          ${problem}`,
    ),
    "",
    "optional, present",
    ...present.map(({ name }) => `  ${name}`),
    "",
    "optional, missing",
    ...missing.map(({ name, lost, problem }) => `  ${name}\n    without it: ${lost}\n    seen: ${problem}`),
    "",
    "not seen: these checks pay nothing and read no mail",
    ...unseen.map(({ name, lost, problem }) => `  ${name}\n    if it is not so: ${lost}\n    why: ${problem}`),
    ...NEVER_SEEN.map(({ what, how }) => `  ${what}\n    by hand: ${how}`),
    "",
    `required: ${required.length - failed.length} met, ${failed.length} not; optional: ${present.length} present, ${missing.length} missing, ${unseen.length} not seen`,
    "",
  ].join("\n");
}
