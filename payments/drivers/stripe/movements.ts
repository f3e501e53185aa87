import { z } from "zod";
import type { Call, Movement, ProviderBooks } from "../driver";
import { OutcomeUnknown } from "../errors";
import type { Form } from "../form";
import { everyItem, everyPage } from "../pages";
import { listOf, type Stripe } from "./api";
import { charge, dispute, instant, refund } from "./shapes";

const PATH = "/v1/balance_transactions";

/** Stripe writes a line with what it is about; payments that a bank confirms later may get theirs some minutes after. */
const LAG_MS = 3_600_000;

export const booksOf = (stripe: Stripe): ProviderBooks => {
  const read = (query: Form, call: Call) => listOf(stripe, line, PATH, { ...query, expand: ["data.source"] }, call);
  return {
    lagMs: LAG_MS,
    movements: async function* ({ from, to }, call) {
      const created = { gte: Math.ceil(from / 1000), lt: Math.ceil(to / 1000) };
      for await (const lines of everyPage(read({ created }, call))) yield lines.flatMap(movementsIn);
    },
    find: async (source, _around, call) => (await everyItem(read({ source }, call))).flatMap(movementsIn),
  };
};

/** A line itself is in the currency that Stripe pays out in, which need not be the buyer's: what it is about says what they paid. */
const line = z.object({ id: z.string(), created: instant, reporting_category: z.string(), source: z.unknown() });
type Line = z.output<typeof line>;

type Moved = Omit<Movement, "at" | "isUndone">;

const taken = charge.transform(({ fact: { captureId, paid }, isTaken }): Moved[] =>
  isTaken ? [{ kind: "capture", id: captureId, captureId, money: paid }] : [],
);
/** Of one that has failed the captured amount stays, or is 0. */
const failed = charge.transform(({ fact: { captureId, paid } }): Moved[] => [
  { kind: "capture", id: captureId, captureId, money: paid },
]);
const given = refund.transform(({ id, captureId, money }): Moved[] => [{ kind: "refund", id, captureId, money }]);
const disputed = dispute.transform(({ id, captureId, money }): Moved[] => [{ kind: "dispute", id, captureId, money }]);

/** By Stripe's reporting categories; every other one, such as payouts and fees, moves no buyer's money. */
const CATEGORIES: Readonly<Record<string, { source: z.ZodType<Moved[]>; isUndone: boolean }>> = {
  charge: { source: taken, isUndone: false },
  charge_failure: { source: failed, isUndone: true },
  refund: { source: given, isUndone: false },
  refund_failure: { source: given, isUndone: true },
  dispute: { source: disputed, isUndone: false },
  dispute_reversal: { source: disputed, isUndone: true },
};

function movementsIn({ id, created, reporting_category, source }: Line): Movement[] {
  const category = CATEGORIES[reporting_category];
  if (category === undefined) return [];
  const read = category.source.safeParse(source);
  if (!read.success) throw new OutcomeUnknown(`${PATH}: ${id} is about something odd`);
  return read.data.map((moved) => ({ ...moved, at: created, isUndone: category.isUndone }));
}
