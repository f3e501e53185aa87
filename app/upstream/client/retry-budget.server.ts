/**
 * Limits retries to a tenth of the calls, so that an API in trouble does not get twice the traffic.
 * Each call adds a tenth of a retry; the initial reserve lets a site with little traffic retry, too.
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
    // Ten times 0.1 is slightly less than 1 in floating point.
    if (this.tokens < 1 - 1e-9) return false;
    this.tokens = Math.max(0, this.tokens - 1);
    return true;
  }

  refill(): void {
    this.tokens = this.reserve;
  }
}
