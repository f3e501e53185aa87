import { type CacheEntry, cachified } from "@epic-web/cachified";
import { LRUCache } from "lru-cache";
import { log } from "~/log.server";
import { UpstreamError } from "./upstream-error";

export interface Freshness {
  /** How long a cached answer is used without a new call. */
  freshMs: number;
  /** How much longer it is used while a new call runs in the background. */
  staleMs: number;
  /** Up to which age it is used if the new call fails. */
  ifErrorMs: number;
}

/** Waits for an answer as long as one asker may. @throws where that is over first */
type Wait<Answer> = (answer: Promise<Answer>) => Promise<Answer>;

/**
 * Caches answers of the payments API that are the same for many visitors. Simultaneous requests share one call, which
 * continues when they stop waiting: its answer is for the next request.
 */
export class AnswerCache<Answer> {
  private readonly entries: LRUCache<string, CacheEntry<Answer>>;
  /** Keys of running calls that some request has stopped waiting for. */
  private readonly slow = new Set<string>();

  constructor(
    private readonly freshness: Freshness,
    maxEntries: number,
  ) {
    this.entries = new LRUCache({ max: maxEntries });
  }

  /**
   * @param wait how long this request waits for the answer
   * @throws what `ask` or `wait` throws, if no cached answer is young enough to be used instead
   */
  async recall(key: string, ask: () => Promise<Answer>, wait: Wait<Answer>): Promise<Answer> {
    const { freshMs, staleMs } = this.freshness;
    const standIn = this.standIn(key);
    // Somebody has waited in vain already, and there is something to show: nobody else has to wait for the same call.
    if (this.slow.has(key) && standIn !== undefined) return standIn.value;
    let isUnderWay = true;
    const answer = cachified({ key, cache: this.entries, ttl: freshMs, swr: staleMs, getFreshValue: ask }).finally(
      () => {
        isUnderWay = false;
        this.slow.delete(key);
      },
    );
    try {
      return await wait(answer);
    } catch (error) {
      if (isUnderWay && error instanceof UpstreamError) this.slow.add(key);
      if (standIn === undefined) throw error;
      log.warn({ key, age: Date.now() - standIn.metadata.createdTime }, "a stale answer stands in");
      return standIn.value;
    }
  }

  private standIn(key: string): CacheEntry<Answer> | undefined {
    const entry = this.entries.get(key);
    const isTooOld = entry !== undefined && entry.metadata.createdTime + this.freshness.ifErrorMs < Date.now();
    return isTooOld ? undefined : entry;
  }

  /** Forgets the answers whose keys start with `beginning`; by default all. */
  forget(beginning = ""): void {
    for (const key of [...this.entries.keys()].filter((kept) => kept.startsWith(beginning))) this.entries.delete(key);
  }
}
