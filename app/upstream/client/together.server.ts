import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { type Env, env } from "~/env.server";
import { isLoopback } from "~/environment/loopback";
import { log } from "~/log.server";
import { digestOf } from "~/sealing.server";
import { sharedStore } from "~/shared-store.server";
import { UpstreamError } from "./upstream-error";

/**
 * How copies of the site ask together. Where they share a store, one of them asks and the others read what it was answered. The
 * store keeps the answer as it came: whoever reads it parses it as if the payments API had just sent it.
 */
export interface Together {
  /** All that the answer depends on, beside the path. */
  key: string;
  /** How long it is read instead of asking, and how long it is kept for an API that fails, in milliseconds. */
  freshMs: number;
  keepMs: number;
  /** Answers from before are not read: they are known to be old. In milliseconds since 1970. */
  since: number;
  /** Told when the answer was given, in milliseconds since 1970. */
  onAnswered: (at: number) => void;
}

/** An answer as the store keeps it. */
const keptAnswer = z.object({ at: z.number(), body: z.unknown() });
type KeptAnswer = z.output<typeof keptAnswer>;

/** The one who asks has so long before another asks, too. */
const ASKING_MS = 5_000;
/** Others wait so long for its answer: half of what a page waits for one. */
const WAIT_MS = 1_500;
const LOOK_EVERY_MS = 50;
/** A larger answer is not shared. */
const MOST_CHARACTERS = 256 * 1024;

const keyOf = (path: string, key: string): string =>
  `vpn-checkout:answer:${digestOf(`${env().publicOrigin} ${apiOf(env())} ${path} ${key}`)}`;

/** Which API gives the answers: another one's are none of its. Sandboxes that share a database are one, wherever each listens. */
function apiOf({ apiBaseUrl = "", databaseUrl, sandboxBareSeed }: Env): string {
  const isOwn = apiBaseUrl !== "" && isLoopback(new URL(apiBaseUrl).hostname);
  return isOwn ? `${databaseUrl ?? apiBaseUrl} ${sandboxBareSeed ?? "full"}` : apiBaseUrl;
}

/** How far the clocks of two copies may be apart. */
const CLOCKS_MS = 2_000;

/**
 * An answer that another copy was given while it is fresh, else the API's own, which the others read then. Where the API fails, the
 * last answer that any copy was given stands in. While the store is away, each copy asks for itself.
 * @param read parses a kept answer; throws where it cannot be read any more
 * @param ask asks the API, and tells the body of its answer
 */
export async function recallTogether<Answer>(
  path: string,
  { key, freshMs, keepMs, since, onAnswered }: Together,
  read: (body: unknown) => Answer,
  ask: (onBody: (body: unknown) => void) => Promise<Answer>,
): Promise<Answer> {
  const store = sharedStore();
  // As old as the question: the API may have changed its mind while it answered.
  const now = Date.now();
  if (store === undefined) return ask(() => onAnswered(now));
  const shared = new SharedAnswer(store, keyOf(path, key));
  const isFresh = ({ at }: KeptAnswer) =>
    at > since + CLOCKS_MS && at + freshMs > Date.now() && at <= Date.now() + CLOCKS_MS;
  const readKept = (kept: KeptAnswer | undefined): { answer: Answer } | undefined => {
    const found = kept && readOrNot(kept, read);
    if (kept !== undefined && found !== undefined) onAnswered(kept.at);
    return found;
  };
  const fresh = readKept(await shared.freshOrTurn(isFresh));
  if (fresh !== undefined) return fresh.answer;
  try {
    const at = Date.now();
    return await ask((body) => {
      onAnswered(at);
      shared.keep({ at, body }, keepMs);
    });
  } catch (error) {
    shared.endTurn();
    const last = error instanceof UpstreamError ? await shared.look() : undefined;
    const standIn = last !== undefined && last.at > since ? readKept(last) : undefined;
    if (standIn === undefined) throw error;
    log.warn({ path, age: Date.now() - (last?.at ?? 0) }, "an answer that another copy was given stands in");
    return standIn.answer;
  }
}

function readOrNot<Answer>({ body }: KeptAnswer, read: (body: unknown) => Answer): { answer: Answer } | undefined {
  try {
    return { answer: read(body) };
  } catch (error) {
    log.warn({ err: error }, "an answer that another copy was given cannot be read");
    return undefined;
  }
}

/** One answer in the store, and whose turn it is to ask for it. No failure of the store is one of the page. */
class SharedAnswer {
  constructor(
    private readonly store: NonNullable<ReturnType<typeof sharedStore>>,
    private readonly name: string,
  ) {}

  /** A kept answer that is fresh; undefined once it is this copy's turn to ask. */
  async freshOrTurn(isFresh: (kept: KeptAnswer) => boolean): Promise<KeptAnswer | undefined> {
    const until = Date.now() + WAIT_MS;
    for (;;) {
      const kept = await this.look();
      if (kept !== undefined && isFresh(kept)) return kept;
      if (Date.now() > until || (await this.isOurTurn())) return undefined;
      await setTimeout(LOOK_EVERY_MS);
    }
  }

  async look(): Promise<KeptAnswer | undefined> {
    const text = await this.store.get(this.name).catch(() => null);
    if (text === null) return undefined;
    try {
      return keptAnswer.safeParse(JSON.parse(text)).data;
    } catch {
      return undefined;
    }
  }

  /** Keeps an answer, which ends the turn. */
  keep(kept: KeptAnswer, keepMs: number): void {
    const text = JSON.stringify(kept);
    const isKept = text.length <= MOST_CHARACTERS;
    const expiration = { type: "PX", value: keepMs } as const;
    const keeping = isKept ? this.store.set(this.name, text, { expiration }) : Promise.resolve();
    keeping.catch(() => {}).finally(() => this.endTurn());
  }

  endTurn(): void {
    this.store.del(this.turn).catch(() => {});
  }

  private get turn(): string {
    return `${this.name}:asking`;
  }

  /** True also where nobody can be asked about turns. */
  private async isOurTurn(): Promise<boolean> {
    const expiration = { type: "PX", value: ASKING_MS } as const;
    const taken = await this.store.set(this.turn, "1", { expiration, condition: "NX" }).catch(() => "OK");
    return taken !== null;
  }
}
