/** A start that failed for a reason the operator can fix. The message names the problem and the variable to change. */
export class StartError extends Error {
  override readonly name = "StartError";
}
