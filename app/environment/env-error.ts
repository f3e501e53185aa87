/** Thrown with every mistake in the environment, one line each. */
export class EnvError extends Error {
  constructor(readonly mistakes: string[]) {
    super(
      `The environment has ${mistakes.length === 1 ? "a mistake" : `${mistakes.length} mistakes`}:\n  ${mistakes.join("\n  ")}`,
    );
    this.name = "EnvError";
  }
}
