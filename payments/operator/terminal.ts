import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import type { Context } from "../context";
import { type Act, type Asked, OperatorError } from "./act";

/** Where a command runs: on the database of the running process, beside it. */
export interface Terminal {
  context: Context;
  input: NodeJS.ReadableStream;
  /** `written` is called once it was taken, with the error if it was not. */
  output: { write(text: string, written?: (error?: Error | null) => void): unknown };
  /** For what is no part of the answer. */
  errors: { write(text: string): unknown };
}

export interface Command {
  name: string;
  /** What the command is about. */
  words: readonly string[];
  /** The number that a script confirms with. */
  yes: string | undefined;
  by: string | undefined;
  because: string | undefined;
  /** Whether addresses are shown. */
  show: boolean;
  /** Whether an import is done, and not only tried. */
  write: boolean;
  /** Days. */
  from: string | undefined;
  to: string | undefined;
}

/** @throws OperatorError */
export function readCommand(args: readonly string[]): Command {
  try {
    const options = { yes: { type: "string" }, by: { type: "string" }, because: { type: "string" } } as const;
    const days = { from: { type: "string" }, to: { type: "string" } } as const;
    const flag = { type: "boolean", default: false } as const;
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...options, ...days, show: flag, write: flag },
    });
    const [name = "", ...words] = positionals;
    const { yes, by, because, from, to, show, write } = values;
    return { name, words, yes, by, because, show, write, from, to };
  } catch (error) {
    throw new OperatorError(error instanceof Error ? error.message : String(error));
  }
}

/** The word at a place of the command. @throws OperatorError */
export function word({ words }: Command, place: number, what: string): string {
  const given = words[place];
  if (given === undefined) throw new OperatorError(`Which ${what}?`);
  return given;
}

/** Of what moves no money: name and reason are written down where they are given. */
export const askedBy = ({ by, because }: Command): Asked => ({ by: by ?? null, because: because ?? null });

/**
 * Asks before money moves or something ends: whoever goes on types the number, or has given it with --yes. Their name and their reason have
 * to be given. @throws OperatorError
 */
export async function confirm(
  { input, output }: Terminal,
  command: Command,
  { question, about }: Pick<Act, "question" | "about">,
): Promise<{ by: string; because: string }> {
  const asked = saidWhy(command);
  const { yes } = command;
  if (yes !== undefined && yes !== about) throw new OperatorError(`--yes has to be ${about}. Nothing was changed.`);
  output.write(`${question}\n`);
  if (yes === about) return asked;
  output.write(`Type ${about} to confirm: `);
  if ((await lineFrom(input)) !== about) throw new OperatorError("Not confirmed. Nothing was changed.");
  return asked;
}

/** @throws OperatorError */
export function saidWhy({ by, because }: Command): { by: string; because: string } {
  if (!by || !because) throw new OperatorError("Who does it, and why? --by <name> --because <text>");
  return { by, because };
}

async function lineFrom(input: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input });
  try {
    for await (const line of lines) return line.trim();
    return "";
  } finally {
    lines.close();
  }
}
