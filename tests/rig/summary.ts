import type { KilledRun } from "./kill";
import { STEPS } from "./steps";

/** The figures of a run of the rig, as text. */
export function summaryOf(runs: readonly KilledRun[]): string {
  const bad = runs.filter(({ faults }) => faults.length > 0);
  return [
    `${runs.length} purchases, each with its site killed once; ${runs.filter((run) => run.isUnanswered).length} of the kills came before the answer`,
    ...STEPS.map((step) => lineOf(step, runs)),
    `charged once, granted once and nothing lost: ${runs.length - bad.length}`,
    ...bad.map(({ provider, step, faults }) => `FAILED ${provider}, killed at ${step}: ${faults.join("; ")}`),
    "",
  ].join("\n");
}

function lineOf(step: string, runs: readonly KilledRun[]): string {
  const killed = runs.filter((run) => run.step === step);
  const unanswered = killed.filter(({ isUnanswered }) => isUnanswered);
  const lost = unanswered.filter(({ hadEffect }) => hadEffect).length;
  const counts = [
    `${killed.length} kills`,
    `${unanswered.length} before the answer`,
    `${lost} of these after its effect`,
  ];
  return `  ${step.padEnd(14)}${counts.join(", ")}`;
}
