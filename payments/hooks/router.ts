import express, { type ErrorRequestHandler, type Request, Router } from "express";
import { z } from "zod";
import type { Context } from "../context";
import type { Driver, HeardEvent } from "../drivers/driver";
import { ForgedDelivery, OutcomeUnknown } from "../drivers/errors";
import { isStoreAway } from "../store/store-away";
import type { HookCounts } from "./hook-counts";

/** The largest event of any provider is a fraction of that. */
const MOST_BYTES = 256 * 1024;

/** For what a check of the signature may have to fetch, such as a certificate. Providers wait for some seconds. */
const MOST_MS = 4_000;

/** Of one process; others are answered with 503, so their provider repeats them. */
const MOST_AT_ONCE = 200;

/**
 * POST /hooks/<driver's code or name>. A genuine event is stored and answered at once: it only says whom to ask, and what it says is not
 * believed. Forged ones are counted and leave nothing.
 */
export function hooksRouter(context: Context, counts: HookCounts): Router {
  const router = Router();
  const hooks = { context, counts, running: 0 };
  const isNamed = (name: string) => driverNamed(context, name) !== undefined;
  router.post(
    "/hooks/:driver",
    (request, response, next) => (isNamed(request.params.driver) ? next() : response.status(404).end()),
    express.raw({ type: () => true, limit: MOST_BYTES, inflate: false }),
    async (request, response) => {
      const driver = driverNamed(context, request.params.driver);
      response.set("Cache-Control", "no-store");
      response.status(driver ? await answerWithin(hooks, driver, request) : 404).end();
    },
  );
  router.use("/hooks", answerUnreadable);
  return router;
}

const unreadable = z.object({ status: z.number() });

/** A body that is too large, or cut off. */
const answerUnreadable: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  response.status(unreadable.safeParse(error).data?.status ?? 500).end();
};

interface Hooks {
  context: Context;
  counts: HookCounts;
  running: number;
}

const driverNamed = ({ drivers }: Context, name: string): Driver | undefined =>
  drivers.get(name) ?? [...drivers.values()].find((one) => one.name.toLowerCase() === name);

async function answerWithin(hooks: Hooks, driver: Driver, request: Request): Promise<number> {
  if (hooks.running >= MOST_AT_ONCE) return 503;
  hooks.running += 1;
  try {
    return await answer(hooks, driver, request);
  } finally {
    hooks.running -= 1;
  }
}

/** @returns an HTTP status */
async function answer({ context, counts }: Hooks, driver: Driver, request: Request): Promise<number> {
  try {
    const event = await driver.hear(deliveryOf(request), { signal: AbortSignal.timeout(MOST_MS), now: context.now });
    counts.add(driver.code, (await store(context, driver, event)) ? "heard" : "repeated");
    return 200;
  } catch (error) {
    if (error instanceof ForgedDelivery) return answerForged(context, counts, driver, error);
    counts.add(driver.code, error instanceof OutcomeUnknown ? "unchecked" : "away");
    if (!isStoreAway(error))
      context.log.error({ err: error, driver: driver.code }, "payments: a webhook was not taken");
    return 503;
  }
}

function answerForged(context: Context, counts: HookCounts, { code }: Driver, { message }: ForgedDelivery): number {
  counts.add(code, "forged");
  const facts = { driver: code, reason: message, counts: counts.all() };
  if (counts.isToBeLogged(context.now())) context.log.warn(facts, "payments: a webhook was not the provider's");
  return 400;
}

function deliveryOf({ body, headers }: Request) {
  const single = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(", ") : value,
  ]);
  return { body: Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers: Object.fromEntries(single) };
}

/** @returns false where it was stored before */
async function store({ db, now }: Context, { code }: Driver, event: HeardEvent): Promise<boolean> {
  const { eventId, kind, payment, attemptId, captureId, subscription } = event;
  const at = now();
  const ids = [payment, attemptId, captureId, subscription];
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("hook_events")
    .values({
      driver: code,
      event_id: eventId,
      kind,
      payment: payment ?? null,
      attempt_id: attemptId ?? null,
      capture_id: captureId ?? null,
      subscription: subscription ?? null,
      received_at: at,
      state: ids.some((id) => id !== undefined) ? "waiting" : "ignored",
      next_try_at: at,
    })
    .onConflict((conflict) => conflict.columns(["driver", "event_id"]).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}
