import { createHash, randomBytes } from "node:crypto";
import { millisecondsInDay, millisecondsInMinute } from "date-fns/constants";
import type { Context } from "../context";
import { isEnded } from "../links/ended-links";
import type { Tx } from "../store/database";
import type { RedemptionsTable } from "./tables";

type Kind = RedemptionsTable["kind"];

/** The mailed code waits for whoever installs the app later. */
const LIVES: Readonly<Record<Kind, number>> = { page: 10 * millisecondsInMinute, mail: 14 * millisecondsInDay };

const CODE_BYTES = 32;

interface Code {
  code: string;
  expiresAt: number;
}

/**
 * A new code for an order, which ends the order's older one of the same kind: only hashes are stored, so an old one cannot be given
 * again, and a page that is loaded once more has its whole ten minutes.
 */
export async function makeCode(tx: Tx, orderId: string, kind: Kind, now: number): Promise<Code> {
  await tx
    .updateTable("redemptions")
    .set({ expires_at: now })
    .where("order_id", "=", orderId)
    .where("kind", "=", kind)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .execute();
  const code = randomBytes(CODE_BYTES).toString("base64url");
  const expiresAt = now + LIVES[kind];
  await tx
    .insertInto("redemptions")
    .values({ code_hash: hashOf(code), order_id: orderId, kind, made_at: now, expires_at: expiresAt, used_at: null })
    .execute();
  return { code, expiresAt };
}

type Redeemed =
  | { kind: "redeemed"; token: string; userId: number; orderId: string }
  | { kind: "code_unknown" | "code_used" | "code_expired" };

/**
 * Turns a code into a token of the order's buyer, once: of two calls at the same time one finds it used. A code is over, too, once its
 * order was paid back, and once the owner of its address ended older links.
 */
export async function redeemCode({ links, now }: Context, tx: Tx, code: string): Promise<Redeemed> {
  const at = now();
  const found = await tx
    .selectFrom("redemptions")
    .innerJoin("orders", "orders.id", "redemptions.order_id")
    .select(["redemptions.expires_at", "made_at", "used_at", "orders.id", "orders.state", "user_id", "email"])
    .where("code_hash", "=", hashOf(code))
    .executeTakeFirst();
  if (!found) return { kind: "code_unknown" };
  if (found.used_at !== null) return { kind: "code_used" };
  const isOver = at >= found.expires_at || found.state !== "done" || (await isEnded(tx, ownerOf(found), found.made_at));
  if (isOver) return { kind: "code_expired" };
  const taken = await tx
    .updateTable("redemptions")
    .set({ used_at: at })
    .where("code_hash", "=", hashOf(code))
    .where("used_at", "is", null)
    .executeTakeFirst();
  if (taken.numUpdatedRows !== 1n) return { kind: "code_used" };
  return { kind: "redeemed", ...links.buyerToken(found.id, found.user_id, at), orderId: found.id };
}

const ownerOf = ({ user_id: userId, email }: { user_id: number | null; email: string }) => ({ userId, email });

const hashOf = (code: string): string => createHash("sha256").update(code).digest("hex");
