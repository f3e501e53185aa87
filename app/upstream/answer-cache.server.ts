import { AsyncLocalStorage } from "node:async_hooks";
import { LRUCache } from "lru-cache";
import { log } from "~/log.server";
import { type CacheName, cacheAnswers } from "~/metrics/metrics.server";
import { sharedRendering } from "~/security/host-facts.server";
import { type Caller, type CallOptions, waitForShared } from "~/upstream/client/client.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import type { LocalPrice, Plan } from "./contract/catalogue";
import type { AnswerOf } from "./contract/endpoint";
import { DEFAULT_APP_ID } from "./contract/signed-link";
import type { geoInfo, profile } from "./contract/visitor";

interface Freshness {
  /** How long a cached answer is used without a new call. */
  freshMs: number;
  /** How much longer it is used while a new call runs in the background. */
  staleMs: number;
  /** Up to which age it is used if the new call fails. */
  ifErrorMs: number;
}

/** `at`: when the call for it began, in milliseconds since 1970. The API may have changed its mind while it answered. */
interface DatedAnswer<Answer> {
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

const FRESHNESS: Freshness = { freshMs: 60_000, staleMs: 10 * 60_000, ifErrorMs: 24 * 3_600_000 };
/** A shared call is given up after a minute: the next visitor's call may succeed sooner. */
const SHARED_MS = 60_000;

/** Visitors who get the same answers: those of an app who came by the same channel. */
interface Audience {
  appType: number;
  xFrom: string | undefined;
}

/** A call that many visitors share. */
interface SharedCall<Answer> {
  path: string;
  /** The rest of the cache key. */
  parts: readonly string[];
  xFrom?: string | undefined;
  ask: (asker: Caller, options: CallOptions) => Promise<Answer>;
}

/** The cached answers of one call for all visitors, by app and channel. */
export class SharedAnswers<Answer> {
  /** For the apps and channels that the site knows. */
  private readonly known: AnswerCache<Answer>;
  /** For made-up ones, which so evict nobody else's. */
  private readonly unknown: AnswerCache<Answer>;

  constructor(name: CacheName, maxEntries: number) {
    this.known = new AnswerCache(name, FRESHNESS, maxEntries);
    this.unknown = new AnswerCache(name, FRESHNESS, maxEntries);
  }

  /** The answer for the caller's app and channel. A page that is cached itself is no younger than the oldest answer in it. */
  async recall(call: SharedCall<Answer>, caller: Caller): Promise<Answer> {
    const rendering = sharedRendering();
    const { answer, at } = await this.dated(call, caller, rendering?.wantsFresh !== true);
    if (rendering !== undefined) rendering.answeredAt = Math.min(rendering.answeredAt, at);
    return answer;
  }

  /** Forgets the answers for one app, without one all. */
  forget(appType?: number): void {
    const beginning = appType === undefined ? "" : `${appType} `;
    this.known.forget(beginning);
    this.unknown.forget(beginning);
  }

  /**
   * The call has no bearer. If it fails, the cached answer for the app without a channel is used. An unknown app or channel gets a
   * call of its own only within the budget for new keys.
   */
  private async dated(
    { path, parts, xFrom, ask }: SharedCall<Answer>,
    caller: Caller,
    mayBeStale: boolean,
  ): Promise<DatedAnswer<Answer>> {
    const { signal, bearer, onTokenRefused, ...anybody } = caller;
    const keyFor = ({ appType, xFrom: source = "" }: Audience) => `${appType} ${JSON.stringify([source, ...parts])}`;
    const recallFrom = (cache: AnswerCache<Answer>, audience: Audience) =>
      cache.recall(
        keyFor(audience),
        // Others use the answer, so the call must not end when the one visitor who began it leaves; that visitor just stops waiting.
        () => ask({ ...anybody, appType: audience.appType }, { xFrom: audience.xFrom, runsOnMs: SHARED_MS }),
        (answering) => waitForShared(answering, caller, path),
        mayBeStale,
      );
    const audience: Audience = { appType: caller.appType, xFrom };
    const standard = defaultAudience(caller);
    const isKnown = isKnownAudience(audience, standard);
    if (!isKnown && !newKeyBudget.admits(`${caller.appType} ${xFrom ?? ""}`)) {
      return this.unknown.standIn(keyFor(audience)) ?? recallFrom(this.known, standard);
    }
    try {
      return await recallFrom(isKnown ? this.known : this.unknown, audience);
    } catch (error) {
      const standIn = error instanceof UpstreamError ? this.known.standIn(keyFor(standard)) : undefined;
      if (standIn === undefined) throw error;
      return standIn;
    }
  }
}

/** Whose answers are used if the caller's own cannot be had: the app's without a channel, or the default app's if the app is unknown. */
const defaultAudience = ({ appType, isKnownApp }: Caller): Audience => ({
  appType: isKnownApp === true ? appType : DEFAULT_APP_ID,
  xFrom: undefined,
});

/** An app the site knows, without a channel or by the one network that has its own. */
const isKnownAudience = ({ appType, xFrom = "cj" }: Audience, standard: Audience): boolean =>
  appType === standard.appType && xFrom.toLowerCase() === "cj";

const MOST_NEW_KEYS = 50;
const NEW_KEYS_MS = 60_000;

/**
 * A budget for new cache keys. Anybody can put a made-up app or channel into an address, and each would cost a call of its own:
 * at most 50 of them do in a minute.
 */
class NewKeyBudget {
  private admitted = new Set<string>();
  private since = Number.NEGATIVE_INFINITY;

  /** Whether this app and channel may have a call of its own in this minute. */
  admits(name: string): boolean {
    if (Date.now() - this.since >= NEW_KEYS_MS) {
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

/** What the payments API has answered a member. */
export interface MemberAnswers {
  profile: AnswerOf<typeof profile>;
  plans: Plan[];
  /** By product. */
  prices: ReadonlyMap<string, LocalPrice>;
}

/** Answers of the payments API that are there already: a page for the cache is rendered from these, and asks for no others like them. */
export interface GivenAnswers {
  /** Undefined: the API could not say. */
  geo: AnswerOf<typeof geoInfo> | undefined;
  /** Undefined: the page is for nobody who is signed in. */
  member: MemberAnswers | undefined;
}

const given = new AsyncLocalStorage<GivenAnswers>();

export const withAnswers = <T>(answers: GivenAnswers, run: () => Promise<T>): Promise<T> => given.run(answers, run);

/** Undefined: the running code asks for itself. */
export const givenAnswers = (): GivenAnswers | undefined => given.getStore();
