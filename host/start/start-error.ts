/** A start that failed for a reason the operator can mend. The message says what is wrong and which variable mends it. */
export class StartError extends Error {
  override readonly name = "StartError";
}
