import Big from "big.js";
import { bookLines, type Time } from "../books/lines";
import { Totals } from "../books/totals";
import { booksHead, booksLine } from "../books/written";
import type { Context } from "../context";
import { moneyText } from "../html/money-text";
import { isDay, timeOfDay } from "../reconcile/day";
import { OperatorError } from "./act";
import { auditedApart } from "./audit";
import { aligned } from "./reconcile";
import { askedBy, type Command, type Terminal } from "./terminal";

const USAGE =
  "Which days? Such as books 2026-10, or books --from 2026-10-01 --to 2026-11-01 (UTC; without the last one)";

/** Writes all money that moved in a time as CSV, and its sums beside it. @throws OperatorError */
export async function books(terminal: Terminal, command: Command): Promise<undefined> {
  const days = daysIn(command);
  const time = { from: timeOfDay(days.from).from, to: timeOfDay(days.to).from };
  if (time.from >= time.to) throw new OperatorError(`${days.to} is not after ${days.from}`);
  const about = `${days.from} ${days.to}`;
  await auditedApart(terminal.context, { ...askedBy(command), command: "books", about }, async () => {
    const { count, totals } = await write(terminal, time);
    const sums = count === 0 ? `Nothing moved from ${days.from} to ${days.to}.` : describe(terminal.context, totals);
    terminal.errors.write(`${sums}\n`);
    return `${count} lines`;
  });
}

async function write({ context, output }: Terminal, time: Time) {
  const totals = new Totals();
  let count = 0;
  await written(output, booksHead());
  for await (const lines of bookLines(context.db, time)) {
    for (const line of lines) totals.add(line);
    count += lines.length;
    await written(output, lines.map((line) => booksLine(line, nameIn(context))).join(""));
  }
  return { totals, count };
}

/** Waits until whoever reads has taken it. */
const written = (output: Terminal["output"], text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    output.write(text, (error) => (error ? reject(error) : resolve()));
  });

const nameIn =
  ({ drivers }: Context) =>
  (code: string): string =>
    drivers.get(code)?.name.toLowerCase() ?? code;

/** @throws OperatorError */
function daysIn({ words, from, to }: Command): { from: string; to: string } {
  const [month, ...more] = words;
  if (from !== undefined && to !== undefined && month === undefined) return { from: day(from), to: day(to) };
  if (from !== undefined || to !== undefined || month === undefined || more.length > 0) throw new OperatorError(USAGE);
  const first = day(`${month}-01`);
  const next = new Date(timeOfDay(first).from);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return { from: first, to: next.toISOString().slice(0, 10) };
}

function day(text: string): string {
  if (!isDay(text)) throw new OperatorError(`${text} is no day. ${USAGE}`);
  return text;
}

function describe(context: Context, totals: Totals): string {
  const rows = totals.all.map(({ driver, currency, charged, refunded, disputed }) => {
    const sums = [charged, refunded, disputed];
    const net = sums.reduce((sum, { amount }) => sum.plus(amount), Big(0));
    const cells = sums.flatMap(({ amount, count }) => [moneyText({ amount: amount.toNumber(), currency }), `${count}`]);
    return [nameIn(context)(driver), ...cells, moneyText({ amount: net.toNumber(), currency })];
  });
  return aligned([["", "paid", "", "given back", "", "disputed", "", "together"], ...rows]);
}
