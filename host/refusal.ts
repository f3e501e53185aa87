export type RefusalStatus = 400 | 403 | 404 | 405 | 408 | 413 | 414 | 415 | 431 | 500 | 503;

/** A request that the host turns away. `reason` is for the log; the visitor gets the translated page of the status. */
export class Refusal extends Error {
  constructor(
    readonly status: RefusalStatus,
    readonly reason: string,
  ) {
    super(reason);
    this.name = "Refusal";
  }
}
