import { type CacheEntry, cachified, type GetFreshValueContext } from "@epic-web/cachified";
import { LRUCache } from "lru-cache";
import { log } from "~/log.server";
import { type CacheName, cacheAnswers } from "~/metrics/metrics.server";
import { UpstreamError } from "~/upstream/client/upstream-error";

export interface Freshness {
  /** How long a cached answer is used without a new call. */
  freshMs: number;
  /** How much longer it is used while a new call runs in the background. */
  staleMs: number;
  /** Up to which age it is used if the new call fails. */
  ifErrorMs: number;
}

/** Tells when an answer was given, where that was not now: by another copy of the site. In milliseconds since 1970. */
export type OnAnswered = (at: number) => void;

type CacheOutcome = "hit" | "stale" | "miss" | "stand_in" | "failed";

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
    private readonly name: CacheName,
    private readonly freshness: Freshness,
    maxEntries: number,
  ) {
    this.entries = new LRUCache({ max: maxEntries });
  }

  /**
   * @param wait how long this request waits for the answer
   * @param mayBeStale whether an answer that is not fresh any more is used while a new call runs
   * @throws what `ask` or `wait` throws, if no cached answer is young enough to be used instead
   */
  async recall(
    key: string,
    ask: (onAnswered: OnAnswered) => Promise<Answer>,
    wait: Wait<Answer>,
    mayBeStale = true,
  ): Promise<Answer> {
    const { freshMs, staleMs } = this.freshness;
    const outcome = this.outcomeOf(key);
    const standIn = this.standIn(key);
    // Most answers are fresh: they need neither a call nor a limit to how long it may take.
    if (outcome === "hit" && standIn !== undefined) {
      this.count(outcome);
      return standIn.value;
    }
    // A request already waited in vain for this call: use the cached answer, if there is one, instead of waiting again.
    if (this.slow.has(key) && standIn !== undefined) return this.shown(standIn);
    let isUnderWay = true;
    const asking = {
      key,
      cache: this.entries,
      ttl: freshMs,
      swr: staleMs,
      forceFresh: !mayBeStale,
      getFreshValue: ({ metadata }: GetFreshValueContext) =>
        ask((at) => {
          metadata.createdTime = at;
        }),
    };
    const answer = cachified(asking).finally(() => {
      isUnderWay = false;
      this.slow.delete(key);
    });
    try {
      const waited = await wait(answer);
      this.count(outcome);
      return waited;
    } catch (error) {
      if (isUnderWay && error instanceof UpstreamError) this.slow.add(key);
      if (standIn === undefined) {
        this.count("failed");
        throw error;
      }
      log.warn({ cache: this.name, age: Date.now() - standIn.metadata.createdTime }, "a stale answer stands in");
      return this.shown(standIn);
    }
  }

  /** An answer young enough to stand in, without asking. */
  kept(key: string): Answer | undefined {
    const standIn = this.standIn(key);
    return standIn && this.shown(standIn);
  }

  /** An answer that needs no call; not counted as one that was given. */
  fresh(key: string): Answer | undefined {
    return this.outcomeOf(key) === "hit" ? this.entries.get(key)?.value : undefined;
  }

  /** When the cached answer was given, in milliseconds since 1970; now, where there is none. */
  answeredAt(key: string): number {
    return this.entries.get(key)?.metadata.createdTime ?? Date.now();
  }

  private shown({ value }: CacheEntry<Answer>): Answer {
    this.count("stand_in");
    return value;
  }

  private count(outcome: CacheOutcome): void {
    cacheAnswers.add({ cache: this.name, outcome });
  }

  /** What cachified is about to make of a key. */
  private outcomeOf(key: string): CacheOutcome {
    const { createdTime = Number.NEGATIVE_INFINITY } = this.entries.get(key)?.metadata ?? {};
    const age = Date.now() - createdTime;
    if (age <= this.freshness.freshMs) return "hit";
    return age <= this.freshness.freshMs + this.freshness.staleMs ? "stale" : "miss";
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
