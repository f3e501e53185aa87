/**
 * Lets retries be a tenth of the traffic at most, so that an API in trouble is not asked twice as much.
 * Each call puts a tenth of a retry in; the reserve it starts with lets a quiet site retry, too.
 */
export class RetryBudget {
  private tokens: number;

  constructor(
    private readonly share = 0.1,
    private readonly reserve = 10,
  ) {
    this.tokens = reserve;
  }

  noteCall(): void {
    this.tokens = Math.min(this.reserve, this.tokens + this.share);
  }

  /** Takes one retry out, if there is one. */
  spend(): boolean {
    // Ten tenths add up to a hair less than one in binary.
    if (this.tokens < 1 - 1e-9) return false;
    this.tokens = Math.max(0, this.tokens - 1);
    return true;
  }

  refill(): void {
    this.tokens = this.reserve;
  }
}
