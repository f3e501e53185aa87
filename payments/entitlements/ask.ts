import { createHash, timingSafeEqual } from "node:crypto";
import { type Request, type Response, Router } from "express";
import { z } from "zod";
import { failure } from "../api/failure";
import { refuse } from "../api/route";
import type { Context } from "../context";
import { endLinksOf } from "../links/ended-links";
import { accountScope } from "../links/scope";
import type { Db } from "../store/database";
import { timeOf } from "../time";
import { addressOf } from "./accounts-of-order";
import { type Standing, standingOf, standingOfUser } from "./standing";

/** What the operator is answered of an account, be it one that nobody knows. */
export const entitlement = z.object({
  /** Null for an address without an account. */
  user_id: z.int().nullable(),
  email: z.string().nullable(),
  /** Null where nothing is paid. */
  paid_until: z.iso.datetime().nullable(),
  is_active: z.boolean(),
  /** Of the order whose time ends last. */
  plan_id: z.string().nullable(),
  renews: z.boolean(),
  /** When a renewal failed that is not paid yet; null where none did. */
  past_due_since: z.iso.datetime().nullable(),
  source: z.enum(["web", "app_store", "google_play"]).nullable(),
});
type Entitlement = z.input<typeof entitlement>;

const userId = z.object({
  userId: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
});
const address = z.object({ email: z.email().transform((email) => email.toLowerCase()) });

/** The operator's own calls, which take the operator's key as a bearer token. Without a key there are none. */
export function entitlementCalls(context: Context, operatorKey: string | undefined): Router {
  const { db, now, log } = context;
  const router = Router();
  if (operatorKey === undefined) return router;
  const answering = (answer: (request: Request) => Promise<object>) => (request: Request, response: Response) => {
    const answered = isBearer(request, operatorKey) ? answer(request) : Promise.reject(failure("token_invalid"));
    answered.then(
      (made) => response.set("Cache-Control", "no-store").json(made),
      (error: unknown) => refuse(error, request, response, log),
    );
  };
  router.get(
    "/entitlements",
    answering(async ({ query }) => entitlementOfAddress(db, parsed(address, query).email, now())),
  );
  router.get(
    "/entitlements/:userId",
    answering(async ({ params }) => entitlementOfUser(db, parsed(userId, params).userId, now())),
  );
  /** Whoever is signed in with links, tokens and keys of before is not any more: after a theft, or when an account is closed. */
  router.post(
    "/entitlements/:userId/end_links",
    answering(({ params }) =>
      db.transaction().execute(async (tx) => {
        const scope = await accountScope(tx, parsed(userId, params).userId);
        return { user_id: scope.userId, ended_before: timeOf(await endLinksOf(tx, scope, now())) };
      }),
    ),
  );
  return router;
}

const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Takes as long for a wrong key that is nearly right. */
function isBearer(request: Request, key: string): boolean {
  const [, given = ""] = /^Bearer (.+)$/i.exec(request.get("Authorization") ?? "") ?? [];
  return timingSafeEqual(hashOf(given), hashOf(key));
}

function parsed<Parsed>(schema: z.ZodType<Parsed>, raw: unknown): Parsed {
  const read = schema.safeParse(raw);
  if (!read.success) throw failure("invalid_request", { detail: z.prettifyError(read.error) });
  return read.data;
}

async function entitlementOfUser(db: Db, user_id: number, now: number): Promise<Entitlement> {
  const standing = await standingOfUser(db, user_id);
  return { user_id, email: await addressOf(db, user_id), ...told(standing, now) };
}

async function entitlementOfAddress(db: Db, email: string, now: number): Promise<Entitlement> {
  const account = await db.selectFrom("accounts").select("user_id").where("email", "=", email).executeTakeFirst();
  if (account) return entitlementOfUser(db, account.user_id, now);
  return { user_id: null, email, ...told(await standingOf(db, { email, userId: null }), now) };
}

const told = ({ paidUntil, activeUntil, last, renews, pastDueSince, source }: Standing, now: number) => ({
  paid_until: paidUntil === 0 ? null : timeOf(paidUntil),
  is_active: activeUntil > now,
  plan_id: last?.plan_id ?? null,
  renews,
  past_due_since: pastDueSince === null ? null : timeOf(pastDueSince),
  source: last === undefined ? null : source,
});
