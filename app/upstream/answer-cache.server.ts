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

/** `at`: when the call for it began, in milliseconds since 1970. The API may have changed its mind while it answered. */
export interface DatedAnswer<Answer> {
  answer: Answer;
  at: number;
}

type CacheOutcome = "hit" | "stale" | "miss" | "stand_in" | "failed";

/** Waits for an answer as long as one request may. @throws where that is over first */
type AnswerWait<Answer> = (call: Promise<DatedAnswer<Answer>>) => Promise<DatedAnswer<Answer>>;

/**
 * Caches answers of the payments API that are the same for many visitors. Simultaneous requests share one call, which
 * continues when they stop waiting: its answer is for the next request.
 */
export class AnswerCache<Answer> {
  private readonly cached: LRUCache<string, DatedAnswer<Answer>>;
  private readonly calls = new Map<string, Promise<DatedAnswer<Answer>>>();
  /** Keys of running calls that some request has stopped waiting for. */
  private readonly slow = new Set<string>();

  constructor(
    private readonly name: CacheName,
    private readonly freshness: Freshness,
    maxEntries: number,
  ) {
    this.cached = new LRUCache({ max: maxEntries });
  }

  /**
   * @param wait how long this request waits for the answer
   * @param mayBeStale whether an answer that is not fresh any more is used while a new call runs
   * @throws what `ask` or `wait` throws, if no cached answer is young enough to be used instead
   */
  async recall(
    key: string,
    ask: () => Promise<Answer>,
    wait: AnswerWait<Answer>,
    mayBeStale = true,
  ): Promise<DatedAnswer<Answer>> {
    const { freshMs, staleMs, ifErrorMs } = this.freshness;
    const fresh = this.youngerThan(freshMs, key);
    if (fresh !== undefined) return this.counted("hit", fresh);
    const standIn = this.youngerThan(ifErrorMs, key);
    // A request already waited in vain for this call: use the cached answer, if there is one, instead of waiting again.
    if (this.slow.has(key) && standIn !== undefined) return this.counted("stand_in", standIn);
    const call = this.calls.get(key) ?? this.begin(key, ask);
    const stale = mayBeStale ? this.youngerThan(freshMs + staleMs, key) : undefined;
    if (stale !== undefined) {
      // The client has logged its failure.
      call.catch(() => {});
      return this.counted("stale", stale);
    }
    try {
      return this.counted("miss", await wait(call));
    } catch (error) {
      if (this.calls.has(key) && error instanceof UpstreamError) this.slow.add(key);
      if (standIn === undefined) {
        this.count("failed");
        throw error;
      }
      log.warn({ cache: this.name, age: Date.now() - standIn.at }, "a stale answer stands in");
      return this.counted("stand_in", standIn);
    }
  }

  /** An answer young enough to stand in, without a call. */
  standIn(key: string): DatedAnswer<Answer> | undefined {
    const standIn = this.youngerThan(this.freshness.ifErrorMs, key);
    return standIn && this.counted("stand_in", standIn);
  }

  /** An answer that needs no call; not counted as one that was given. */
  fresh(key: string): Answer | undefined {
    return this.youngerThan(this.freshness.freshMs, key)?.answer;
  }

  /** Forgets the answers whose keys start with `beginning`; by default all. */
  forget(beginning = ""): void {
    for (const key of [...this.cached.keys()].filter((one) => one.startsWith(beginning))) this.cached.delete(key);
  }

  private begin(key: string, ask: () => Promise<Answer>): Promise<DatedAnswer<Answer>> {
    const at = Date.now();
    const call = ask()
      .then((answer) => {
        this.cached.set(key, { answer, at });
        return { answer, at };
      })
      .finally(() => {
        this.calls.delete(key);
        this.slow.delete(key);
      });
    this.calls.set(key, call);
    return call;
  }

  private youngerThan(ms: number, key: string): DatedAnswer<Answer> | undefined {
    const cached = this.cached.get(key);
    return cached !== undefined && Date.now() - cached.at <= ms ? cached : undefined;
  }

  private counted(outcome: CacheOutcome, answer: DatedAnswer<Answer>): DatedAnswer<Answer> {
    this.count(outcome);
    return answer;
  }

  private count(outcome: CacheOutcome): void {
    cacheAnswers.add({ cache: this.name, outcome });
  }
}
