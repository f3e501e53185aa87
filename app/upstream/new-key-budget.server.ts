const MOST_NEW_KEYS = 50;
const WINDOW_MS = 60_000;

/**
 * A budget for new cache keys. Anybody can put a made-up app or channel into an address, and each would cost a call of its own:
 * at most 50 of them do in a minute.
 */
class NewKeyBudget {
  private admitted = new Set<string>();
  private since = Number.NEGATIVE_INFINITY;

  /** Whether this app and channel may have a call of its own in this minute. */
  admits(name: string): boolean {
    if (Date.now() - this.since >= WINDOW_MS) {
      this.admitted.clear();
      this.since = Date.now();
    }
    if (this.admitted.size < MOST_NEW_KEYS) this.admitted.add(name);
    return this.admitted.has(name);
  }

  forget(): void {
    this.since = Number.NEGATIVE_INFINITY;
  }
}

/** One for the whole process, because it protects the payments API. */
export const newKeyBudget = new NewKeyBudget();
