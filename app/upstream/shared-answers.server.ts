import type { CacheName } from "~/metrics/metrics.server";
import { sharedRendering } from "~/page-cache/shared-rendering.server";
import { type Caller, type CallOptions, waitForShared } from "~/upstream/client/client.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import { AnswerCache, type DatedAnswer, type Freshness } from "./answer-cache.server";
import { DEFAULT_APP_ID } from "./contract/signed-link";

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
