/** A start that failed for a reason the operator can fix. The message names the problem and the variable to change. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** By name: the built app has classes of its own. */
const FOR_OPERATORS: readonly string[] = ["StartError", "EnvError", "BrandsError"];

/** A start reads one after the other; before a deployment all of it can be read at once. */
const WHOLE_LIST = "Together with what brands and the payments API still lack: npm run check -- <file of variables>";

/** Why a start failed: what the operator can do about it, or where in the code it happened. */
export function forOperator(error: unknown): string {
  if (error instanceof Error && FOR_OPERATORS.includes(error.name))
    return error.name === "EnvError" ? `${error.message}\n${WHOLE_LIST}` : error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
