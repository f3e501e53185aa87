/** Thrown to refuse a request. `reason` is for the log; the visitor gets the translated page for the status. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
  ) {
    super(reason);
    this.name = "Refusal";
  }
}
