import { type CacheEntry, cachified } from "@epic-web/cachified";
import { LRUCache } from "lru-cache";
import { log } from "~/log.server";

export interface Freshness {
  /** How long an answer is used without asking again. */
  freshMs: number;
  /** How much longer it is used while it is asked for again in the background. */
  staleMs: number;
  /** The age up to which it is used where asking fails. */
  ifErrorMs: number;
}

/** Answers of the payments API that are the same for many visitors. Askers of the same thing share one call. */
export class AnswerCache<Answer> {
  private readonly entries: LRUCache<string, CacheEntry<Answer>>;

  constructor(
    private readonly freshness: Freshness,
    maxEntries: number,
  ) {
    this.entries = new LRUCache({ max: maxEntries });
  }

  /** @throws what `ask` throws, where there is no answer young enough to stand in. */
  async recall(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const { freshMs, staleMs } = this.freshness;
    try {
      return await cachified({ key, cache: this.entries, ttl: freshMs, swr: staleMs, getFreshValue: ask });
    } catch (error) {
      const entry = this.entries.get(key);
      if (entry === undefined || entry.metadata.createdTime + this.freshness.ifErrorMs < Date.now()) throw error;
      log.warn({ key, age: Date.now() - entry.metadata.createdTime }, "a stale answer stands in");
      return entry.value;
    }
  }

  /** Forgets the answers whose keys begin so; without a beginning, all. */
  forget(beginning = ""): void {
    for (const key of [...this.entries.keys()].filter((kept) => kept.startsWith(beginning))) this.entries.delete(key);
  }
}
