/** A request that the host turns away. `reason` is for the log; the visitor gets the translated page of the status. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
  ) {
    super(reason);
    this.name = "Refusal";
  }
}
