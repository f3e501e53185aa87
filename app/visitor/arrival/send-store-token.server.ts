import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { bulkhead } from "cockatiel";
import { log } from "~/log.server";
import { digestOf } from "~/sealing.server";
import { storeOf } from "~/store/store.server";
import { hasOptionalCall } from "~/upstream/catalogue.server";
import { type Caller, call } from "~/upstream/client/client.server";
import { orAfter, tryAgain } from "~/upstream/client/deadline-and-retry.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import { type StoreToken, storeTokens } from "~/upstream/contract/store-tokens";
import type { Visitor } from "~/visitor/visitor.server";

/** Who came with it. */
type Whose = Pick<Visitor, "caller" | "isCj">;

const MOST_CALLS = 4;
const MOST_WAITING = 1_000;
/** Before a call is made again: a minute and a half in all. */
const PAUSES_MS = [1_000, 4_000, 15_000, 60_000];

const calls = bulkhead(MOST_CALLS, MOST_WAITING);
/** What waits for its next try is one of them, too. */
const underWay = new Set<Promise<void>>();
/** Aborts when there is no time left to wait for anything. */
let ending = newEnding();

function newEnding(): AbortController {
  const controller = new AbortController();
  // Each token that waits is one.
  setMaxListeners(0, controller.signal);
  return controller;
}

/** Which were sent, by this copy of the site or, where they share a store, by any; by hash. */
const sent = storeOf("storeTokens");
const SENT_SECONDS = 24 * 60 * 60;

/** Tells a payments API that wants it of a token that has arrived, once. Returns at once; whatever happens, nothing is thrown. */
export function sendStoreToken(storeToken: StoreToken, whoCame: () => Promise<Whose>): void {
  const sending = (
    underWay.size < MOST_WAITING ? sendOnce(storeToken, whoCame) : Promise.reject(new Error("too many wait"))
  )
    // The token itself is not logged.
    .catch((err: unknown) => log.warn({ err, store: storeToken.store }, "an app store's token could not be passed on"))
    .finally(() => underWay.delete(sending));
  underWay.add(sending);
}

async function sendOnce(storeToken: StoreToken, whoCame: () => Promise<Whose>): Promise<void> {
  const { caller, isCj } = await whoCame();
  const { bearer, signal, onTokenRefused, ...anybody } = caller;
  if (!(await hasOptionalCall("store_tokens", anybody, { isCj }))) return;
  const key = digestOf(storeToken.token);
  const claim = randomUUID();
  if ((await sent.claim(key, claim, SENT_SECONDS)) !== claim) return;
  try {
    const tries = { pauses: PAUSES_MS, ending: ending.signal, triesAtEnd: 2 };
    const isSent = await tryAgain(() => sendNow(storeToken, anybody, key), tries);
    if (isSent === undefined) throw new Error("it could not be sent for a minute and a half");
  } catch (error) {
    // The next time that it comes it is tried again.
    await sent.forget(key);
    throw error;
  }
}

/** Undefined where it may be sent again. @throws UpstreamError where the payments API does not want it */
async function sendNow(storeToken: StoreToken, caller: Caller, idempotencyKey: string): Promise<"sent" | undefined> {
  try {
    const options = { circuit: "optional", idempotencyKey } as const;
    await calls.execute(() => call(storeTokens, { body: { store_token: storeToken } }, caller, options));
    return "sent";
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    // It was taken, whatever the answer says.
    if (error.kind === "malformed") return "sent";
    if (error.isOutage || error.isNotNow) return undefined;
    throw error;
  }
}

/** Sends what waits, without pauses, for `ms` milliseconds at most. */
export async function sendLastStoreTokens(ms: number): Promise<void> {
  ending.abort();
  await orAfter(Promise.all(underWay), ms, undefined);
}

/** For tests: what waits to be sent again is not. */
export function forgetStoreTokens(): void {
  ending.abort();
  ending = newEnding();
  underWay.clear();
}
