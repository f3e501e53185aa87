import { Readable } from "node:stream";
import type { Context } from "../../../payments/context";
import { runOperator } from "../../../payments/operator/run";

/** An operator's command. @param typed what they type when asked @returns the exit code, all that was written, and what of it is no part of the answer */
export async function operate(context: Context, args: readonly string[], typed = "") {
  let text = "";
  let answer = "";
  const output = {
    write(more: string, written?: () => void) {
      text += more;
      answer += more;
      written?.();
    },
  };
  const errors = {
    write(more: string) {
      text += more;
    },
  };
  const code = await runOperator(args, { context, input: Readable.from([`${typed}\n`]), output, errors });
  return { code, text, answer };
}
