import { createHash, randomBytes } from "node:crypto";
import { millisecondsInDay } from "date-fns/constants";
import type { Db, Tx } from "../store/database";
import type { ContractLinkRow } from "../subscriptions/tables";

/** A sign of this kind opens one contract; see the contract's "Keys". */
const SIGN = /^lnk_[\w-]{43}$/;

/** The number in such a link's key: it is no account's. */
const NOBODY = 0;

/** A day has begun somewhere on earth long before, and ends long after, it does in UTC. */
const GRACE_MS = millisecondsInDay;

interface NewLink {
  orderId: string;
  /** The address of the site's page. */
  page: string;
  /** Milliseconds since 1970; null: for life. */
  goodUntil: number | null;
}

/**
 * An address of the site that opens one order's contract, for whoever reads the letter that it is written into: to see it, to
 * cancel, resume and withdraw. It signs nobody in. The sign itself is in the letter only.
 */
export async function contractLink(tx: Tx, { orderId, page, goodUntil }: NewLink, now: number): Promise<string> {
  const sign = `lnk_${randomBytes(32).toString("base64url")}`;
  await tx
    .insertInto("contract_links")
    .values({ sign_hash: hashOf(sign), order_id: orderId, made_at: now, good_until: goodUntil })
    .execute();
  const link = new URL(page);
  link.searchParams.set("k", `${NOBODY}_${now}_${sign}`);
  return link.href;
}

/** The link that a sign came in; undefined where it is no such sign. */
export async function contractLinkOf(db: Db | Tx, sign: string): Promise<ContractLinkRow | undefined> {
  if (!SIGN.test(sign)) return undefined;
  return db.selectFrom("contract_links").selectAll().where("sign_hash", "=", hashOf(sign)).executeTakeFirst();
}

/** Whether the day until which a link is good is over everywhere. */
export const isLinkOver = ({ good_until }: ContractLinkRow, now: number): boolean =>
  good_until !== null && now > good_until + GRACE_MS;

const hashOf = (sign: string): string => createHash("sha256").update(sign).digest("hex");
