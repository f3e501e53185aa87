import type { z } from "zod";
import { closeNames } from "./close-names";

/** What stands in the environment, by name. */
export type Source = Readonly<Record<string, string | undefined>>;

interface Read<Values> {
  values: Values;
  /** What is wrong, by the name of the variable. */
  mistakes: ReadonlyMap<string, string>;
}

/**
 * Reads every variable of a schema by itself, so that a wrong one hides nothing of what is wrong with the others: it counts as what was most likely
 * meant, else as one that is not set.
 */
export function readVariables<S extends z.ZodObject>(variables: S, source: Source): Read<z.output<S>> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const mistakes = new Map(closeNames(Object.keys(variables.shape), Object.keys(given)));
  for (const { path, message } of variables.safeParse(given).error?.issues ?? [])
    mistakes.set(String(path[0]), message);
  const meant = Object.entries<z.ZodType>(variables.shape).map(([name, schema]) => {
    const text = given[name];
    return [name, [text, asOrigins(text)].find((one) => schema.safeParse(one).success)];
  });
  return { values: variables.parse(Object.fromEntries(meant)), mistakes };
}

/** Addresses with a slash too many, or without their protocol. */
const asOrigins = (text: string | undefined): string | undefined =>
  text
    ?.split(",")
    .map((item) => originOf(item.trim()))
    .join(",");

function originOf(text: string): string {
  const address = /^https?:\/\//.test(text) ? text : `https://${text}`;
  return URL.canParse(address) ? new URL(address).origin : text;
}
