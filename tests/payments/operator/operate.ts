import { Readable } from "node:stream";
import type { Context } from "../../../payments/context";
import { runOperator } from "../../../payments/operator/run";

/** An operator's command. @param typed what they type when asked @returns the exit code and all that was written */
export async function operate(context: Context, args: readonly string[], typed = "") {
  let text = "";
  const write = (more: string) => {
    text += more;
  };
  const code = await runOperator(args, { context, input: Readable.from([`${typed}\n`]), output: { write } });
  return { code, text };
}
