import { AsyncLocalStorage } from "node:async_hooks";
import type { LocalPrice, Plan } from "./contract/catalogue";
import type { AnswerOf } from "./contract/endpoint";
import type { geoInfo, profile } from "./contract/visitor";

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
