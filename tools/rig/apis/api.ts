import type { ProviderCode } from "~/upstream/contract/catalogue";
import type { Chance } from "../../../sandbox/bare/seeded";
import type { Score } from "../score";

/** What a button of a provider's page sends. */
export type Press = Readonly<Record<string, string>>;

/** How buyers pay through the providers of a payments API. */
export interface Selling {
  readonly providers: readonly ProviderCode[];
  /** What pays at once. */
  readonly pays: Press;
  /** What a buyer presses at providers, one page after the other; the last one again and again. */
  readonly habits: readonly (readonly [Press, ...Press[]])[];
}

/** An order as a payments API and its providers know it. */
export interface KnownOrder {
  readonly state: string;
  readonly attempts: readonly unknown[];
  readonly charges: readonly { readonly state: string }[];
  readonly grants: readonly unknown[];
  readonly events: readonly unknown[];
}

/** A payments API as those see it who look whether a purchase went well. */
export interface Api extends Selling {
  ordersOf(email: string): Promise<readonly KnownOrder[]>;
  /** What is wrong with what somebody has who has seen that it worked; empty where that shows only at the end. */
  faultsOf(email: string): Promise<string[]>;
}

/** What can be killed: a site with its payments API. */
export interface Target {
  /** Where buyers find it. */
  readonly site: string;
  readonly api: Api;
  /** As a power cut would: no handler runs. @returns how many processes died */
  kill(chance: Chance): Promise<number>;
  /** Starts again what was killed. */
  restart(): Promise<void>;
}

/** A site that nobody else uses, and whose books are read at the end. */
export interface Attacked extends Target {
  /**
   * Lets the providers do something wrong now and then.
   * @param finished e-mail addresses of those who have bought, more of them as time goes on
   * @returns a function that ends it, once all that is true is told
   */
  trouble?: (score: Score, seed: number, finished: readonly string[]) => () => Promise<void>;
  /** Counts what the books say. @param served e-mail addresses of buyers who have seen that it worked */
  countBooks(score: Score, served: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}
