import { moneyText } from "../html/money-text";
import { type BookKeeper, type ComparedDay, compareDay, keepsBooks } from "../reconcile/compare-day";
import type { Difference } from "../reconcile/comparison";
import { completeAt, type Day, dayOf, daysAfter, isDay } from "../reconcile/day";
import { timeOf } from "../time";
import { OperatorError } from "./act";
import { auditedApart } from "./audit";
import { askedBy, type Command, type Terminal } from "./terminal";

interface Told {
  text: string;
  code: 0 | 1;
}

/**
 * Compares a day with the providers' books now, and tells sums and differences. What is found takes the place of what was, so that a
 * difference that was put right is none any more. @returns 1 where there are any @throws OperatorError
 */
export async function reconcile(terminal: Terminal, command: Command): Promise<Told> {
  const { context } = terminal;
  const { words } = command;
  const day = dayIn(words) ?? daysAfter(dayOf(context.now()), -1);
  const told: Told[] = [];
  for (const driver of driversIn(terminal, words)) {
    const asked = { ...askedBy(command), command: "reconcile", about: `${driver.code} ${day}` };
    await auditedApart(context, asked, async () => {
      const one = await compareNow(terminal, driver, day);
      told.push(one);
      return one.code === 0 ? "no difference" : "differences";
    });
  }
  return { text: told.map(({ text }) => text).join("\n\n"), code: told.some(({ code }) => code === 1) ? 1 : 0 };
}

/** @throws OperatorError also where a provider does not answer: then nothing is known of the day */
async function compareNow({ context }: Terminal, driver: BookKeeper, day: Day): Promise<Told> {
  const isComplete = context.now() >= completeAt(day, driver.books.lagMs);
  const compared = await compareDay(context, driver, day).catch((error: unknown) => {
    throw new OperatorError(`${driver.name} ${day}: ${error instanceof Error ? error.message : error}`);
  });
  if (isComplete) await context.db.transaction().execute((tx) => compared.save(tx));
  const note = isComplete ? "" : " (its books of that day are not complete yet)";
  return { text: `${driver.name} ${day}${note}\n${describe(compared)}`, code: compared.count === 0 ? 0 : 1 };
}

function dayIn(words: readonly string[]): Day | undefined {
  const day = words.find((word) => /^\d/.test(word));
  if (day === undefined) return undefined;
  if (!isDay(day)) throw new OperatorError(`${day} is no day, such as 2026-11-28`);
  return day;
}

/** @throws OperatorError */
function driversIn({ context }: Terminal, words: readonly string[]): BookKeeper[] {
  const keepers = [...context.drivers.values()].filter(keepsBooks);
  const name = words.find((word) => !/^\d/.test(word))?.toLowerCase();
  const chosen = keepers.filter(
    (driver) => name === undefined || name === driver.code || name === driver.name.toLowerCase(),
  );
  const known = keepers.map((driver) => driver.name.toLowerCase()).join(", ") || "none";
  if (chosen.length === 0) throw new OperatorError(`Providers whose books can be read: ${known}.`);
  return chosen;
}

const KINDS = { capture: "paid", refund: "given back", dispute: "disputed" };
const WHAT = {
  only_theirs: "only at the provider",
  only_ours: "only with us",
  other_amount: "other amount",
  other_currency: "other currency",
};

function describe({ sums, differences, count }: ComparedDay): string {
  const inOrder = sums.toSorted((one, other) => orderOf(one).localeCompare(orderOf(other)));
  const totals = aligned([["", "provider", "ours"], ...inOrder.map(rowOf)]);
  if (count === 0) return `${totals}\nNo difference.`;
  const more = count > differences.length ? [`The first ${differences.length} of them.`] : [];
  const head = ["time", "", "", "provider", "ours", "id", "of"];
  return [totals, `Differences: ${count}`, aligned([head, ...differences.map(lineOf)]), ...more].join("\n");
}

type Sum = ComparedDay["sums"][number];

const orderOf = ({ currency, kind }: Sum): string => `${currency} ${KINDS[kind]}`;

const rowOf = ({ currency, kind, theirs, ours }: Sum): string[] => [
  KINDS[kind],
  moneyText({ amount: theirs, currency }),
  moneyText({ amount: ours, currency }),
];

const lineOf = ({ what, line, theirs, ours }: Difference): string[] => [
  timeOf(line.at),
  WHAT[what],
  KINDS[line.kind],
  moneyOrNone(theirs),
  moneyOrNone(ours),
  line.id,
  line.captureId === line.id ? "" : line.captureId,
];

const moneyOrNone = (money: Difference["ours"]): string => (money ? moneyText(money) : "-");

/** Columns of one width. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, place) => Math.max(...rows.map((row) => row[place]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, place) => cell.padEnd(widths[place] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
