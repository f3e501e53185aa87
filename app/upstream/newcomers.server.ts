const MOST = 50;
const WINDOW_MS = 60_000;

/**
 * Apps and channels that no list names. Whoever writes an address can make them up, and each would be asked for by itself:
 * so many have calls of their own in a minute, and no more.
 */
class Newcomers {
  private admitted = new Set<string>();
  private since = Number.NEGATIVE_INFINITY;

  /** Whether this one may be asked for in this minute. */
  admits(name: string): boolean {
    if (Date.now() - this.since >= WINDOW_MS) {
      this.admitted.clear();
      this.since = Date.now();
    }
    if (this.admitted.size < MOST) this.admitted.add(name);
    return this.admitted.has(name);
  }

  forget(): void {
    this.since = Number.NEGATIVE_INFINITY;
  }
}

/** One for the whole process: it is the API that must be spared. */
export const newcomers = new Newcomers();
