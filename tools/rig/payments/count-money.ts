import { setTimeout } from "node:timers/promises";
import type { Score } from "../score";
import type { World } from "./api";
import { gatherEvidence } from "./evidence";
import { type Evidence, judgeMoney } from "./judge";

/** As long as what a killed process had begun stays its own, and what nobody rang for is asked about again. */
const PATIENCE_MS = 300_000;
const LOOK_EVERY_MS = 2_000;
/** So many are named of each. */
const MOST_NAMED = 5;

/**
 * Waits until nothing is wrong any more, as refunds, lost webhooks and what a killed process had begun take their time, and counts what still is.
 * @param served e-mail addresses of buyers who have seen that it worked
 */
export async function countMoney(
  score: Score,
  { standIns, receiver, rows }: Pick<World, "standIns" | "receiver" | "rows">,
  served: readonly string[],
): Promise<void> {
  const begun = performance.now();
  let evidence = await gatherEvidence(standIns, receiver, rows);
  let found = judgeMoney(evidence);
  while (sumOf(found) > 0 && performance.now() - begun < PATIENCE_MS) {
    await setTimeout(LOOK_EVERY_MS);
    evidence = await gatherEvidence(standIns, receiver, rows);
    found = judgeMoney(evidence);
  }
  for (const [question, names] of Object.entries(found)) {
    score.money[question] = (score.money[question] ?? 0) + names.length;
    score.failures.push(...names.slice(0, MOST_NAMED).map((name) => `${question}: ${name}`));
  }
  score.orders += evidence.orders.length;
  score.failures.push(...receiver.mistakes, ...unpaid(evidence, served));
  score.details.push(`  ${lineOf(evidence)}, all settled after ${Math.round((performance.now() - begun) / 1_000)} s`);
}

const sumOf = (found: Readonly<Record<string, readonly string[]>>): number => Object.values(found).flat().length;

/** Those who saw a success and whom nobody charged. */
function unpaid({ orders, attempts, taken }: Evidence, served: readonly string[]): string[] {
  const emailOf = new Map(orders.map(({ id, email }) => [id, email]));
  const orderOf = new Map(attempts.map(({ id, order_id }) => [id, order_id]));
  const paid = new Set(taken.map(({ attempt }) => emailOf.get(orderOf.get(attempt ?? "") ?? "")));
  return served.filter((email) => !paid.has(email.toLowerCase())).map((email) => `${email} saw a success unpaid`);
}

function lineOf({ taken, given, attempts, told }: Evidence): string {
  const ours = given.filter(({ is_ours }) => is_ours === 1).length;
  const active = told.filter(({ is_active }) => is_active === 1).length;
  return `${attempts.length} attempts, ${taken.length} charges, ${ours} refunds by us and ${given.length - ours} by others, ${active} of ${told.length} accounts active`;
}
