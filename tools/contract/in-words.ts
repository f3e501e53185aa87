import { AssertionError } from "node:assert/strict";
import { z } from "zod";

/** What a check has seen, for somebody who knows the API and not its checks: no dump, no stack. */
export function inWords(error: unknown): string {
  if (error instanceof AssertionError && error.generatedMessage) return differences(error);
  if (error instanceof z.ZodError) return "the answer has not the form of the contract's";
  return briefly(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
}

const fields = z.record(z.string(), z.unknown());

function differences({ expected, actual, operator }: AssertionError): string {
  if (operator.startsWith("not")) return `it is ${shown(actual)}`;
  const wanted = fields.safeParse(expected).data;
  const seen = fields.safeParse(actual).data;
  if (!wanted || !seen) return `${shown(actual)} instead of ${shown(expected)}`;
  const differing = Object.keys(wanted).filter((name) => JSON.stringify(wanted[name]) !== JSON.stringify(seen[name]));
  return differing.map((name) => `${name}: ${shown(seen[name])} instead of ${shown(wanted[name])}`).join("; ");
}

const shown = (value: unknown): string =>
  value === undefined ? "nothing" : typeof value === "object" && value !== null ? "something else" : String(value);

const briefly = (text: string): string => text.replace(/\s+/g, " ").slice(0, 240);
