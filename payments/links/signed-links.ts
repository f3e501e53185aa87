import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { InvoiceOwner } from "~/upstream/contract/invoices";
import type { LinkKeys } from "../secrets";

/** In every signed text: what an older version signed opens nothing any more. */
const VERSION = "v2";
const MAX_AGE_S = 24 * 3600;
const MAX_SKEW_S = 300;
/** Lifetime of a bearer token, in seconds. */
export const TOKEN_AGE_S = 30 * 24 * 3600;

export interface SignedFields {
  /**
   * "link" opens the site as a user and expires; "token" is the bearer token in such a link. "sign_up" is the token of a sign-up,
   * which proves nothing. "buyer" is the token of an app that was let in by a code: it proves the buyer of one order. "order" and
   * "account" are keys to receipts, which never expire: of one order, of all that a user has.
   */
  purpose: "link" | "token" | "sign_up" | "buyer" | "order" | "account";
  userId: string;
  /** Seconds since 1970, or milliseconds. */
  signedTime: string;
  /** A link's bearer token, or the id of a key's or a buyer's order; else empty. */
  about: string;
}

type LinkVerdict = "valid" | "malformed" | "forged" | "too_old" | "from_the_future";

/** The signed fields of a call about receipts. */
interface OwnerFields {
  userId: string;
  signedTime: string;
}

type OwnerVerdict =
  | { verdict: Exclude<LinkVerdict, "valid"> }
  | { verdict: "valid"; purpose: "link" | "account"; signedAt: number }
  | { verdict: "valid"; purpose: "order"; orderId: string; signedAt: number };

interface ReadToken {
  userId: number;
  /** Milliseconds since 1970. */
  signedAt: number;
  /** It came in a signed link, so its bearer is the user, or reads the user's mail. */
  isProven: boolean;
  /** It came for a code: it proves the buyer of this order, and opens nothing else of the user. */
  orderId?: string;
}

/** Times are milliseconds since 1970. */
export interface LinkSigner {
  sign(fields: SignedFields): string;
  /** Checks the shape, then the signature with both keys, then the age (of links). */
  verify(fields: SignedFields, sign: string, now: number): LinkVerdict;
  /** The same for a link's sign without its token, which is derived again from the user and time, and for keys. */
  verifyOwner(fields: OwnerFields, sign: string, now: number): OwnerVerdict;
  /** A key to one order's receipts and subscription. */
  orderKey(orderId: string, now: number): InvoiceOwner;
  /** A key to all that was bought under a user's id or address. */
  accountKey(userId: number, now: number): InvoiceOwner;
  /** The token of somebody who has only typed the user's address. */
  signUpToken(userId: number, now: number): string;
  /** The token of an app that a code let into an order, and the order's user; without one a number of the order's own. */
  buyerToken(orderId: string, userId: number | null, now: number): { token: string; userId: number };
  /** The query an app puts on a link that opens the site as this user. */
  linkQuery(userId: number, appType: number, now: number): Record<string, string>;
  /** What a bearer token says; undefined where it was not issued here or has expired. */
  readToken(token: string, now: number): ReadToken | undefined;
}

export function linkSigner(keys: LinkKeys): LinkSigner {
  const sign = (fields: SignedFields) => digest(keys.current, fields);
  const tokenOf = (purpose: TokenPurpose, owner: OwnerFields) => tokenUnder(keys.current, purpose, owner);
  const keyTo = (purpose: "order" | "account", user_id: number, about: string, now: number): InvoiceOwner => {
    const signed_time = String(now);
    return { user_id, signed_time, sign: sign({ purpose, userId: String(user_id), signedTime: signed_time, about }) };
  };
  return {
    sign,
    verify: (fields, given, now) => checkSign(keys, fields, given, now),
    verifyOwner: (fields, given, now) => ownerVerdict(keys, fields, given, now),
    orderKey: (orderId, now) => {
      const key = keyTo("order", numberOf(orderId), orderId, now);
      return { ...key, sign: `${orderId}.${key.sign}` };
    },
    accountKey: (userId, now) => keyTo("account", userId, "", now),
    signUpToken: (userId, now) => tokenOf("sign_up", { userId: String(userId), signedTime: String(now) }),
    buyerToken: (orderId, user, now) => {
      const userId = user ?? numberOf(orderId);
      const owner = { userId: String(userId), signedTime: String(now) };
      const signed = sign({ ...owner, purpose: "buyer", about: orderId });
      return { token: `${owner.userId}.${owner.signedTime}.${orderId}.${signed}`, userId };
    },
    linkQuery: (userId, appType, now) => {
      const owner = { userId: String(userId), signedTime: String(now) };
      const token = tokenOf("token", owner);
      const { userId: uid, signedTime: sign_timestamp } = owner;
      return {
        uid,
        sid: String(appType),
        sign_timestamp,
        token,
        sign: sign({ ...owner, purpose: "link", about: token }),
      };
    },
    readToken: (token, now) => readToken(keys, token, now),
  };
}

/**
 * A number of the order's own, which a key to it has in the place of a user's: the key says nothing of any account, not even whether
 * the address that was typed has one.
 */
const numberOf = (orderId: string): number => createHash("sha256").update(orderId).digest().readUIntBE(0, 6);

const msOf = (signedTime: string): number => Number(signedTime) * (signedTime.length === 13 ? 1 : 1000);

type TokenPurpose = "token" | "sign_up";

const tokenUnder = (key: string, purpose: TokenPurpose, { userId, signedTime }: OwnerFields): string =>
  `${userId}.${signedTime}.${digest(key, { purpose, userId, signedTime, about: "" })}`;

function readToken(keys: LinkKeys, token: string, now: number): ReadToken | undefined {
  const [userId = "", signedTime = "", ...rest] = token.split(".");
  const [sign = ""] = rest;
  if (rest.length === 2) return readBuyerToken(keys, { userId, signedTime }, rest, now);
  const purpose = (["token", "sign_up"] as const).find((one) =>
    isAuthentic(keys, { purpose: one, userId, signedTime, about: "" }, sign),
  );
  const signedAt = msOf(signedTime);
  if (purpose === undefined || now - signedAt >= TOKEN_AGE_S * 1000) return undefined;
  return { userId: Number(userId), signedAt, isProven: purpose === "token" };
}

function readBuyerToken(
  keys: LinkKeys,
  owner: OwnerFields,
  [orderId = "", sign = ""]: string[],
  now: number,
): ReadToken | undefined {
  const signedAt = msOf(owner.signedTime);
  const isValid = isAuthentic(keys, { ...owner, purpose: "buyer", about: orderId }, sign);
  if (!isValid || now - signedAt >= TOKEN_AGE_S * 1000) return undefined;
  return { userId: Number(owner.userId), signedAt, isProven: false, orderId };
}

function ownerVerdict(keys: LinkKeys, { userId, signedTime }: OwnerFields, sign: string, now: number): OwnerVerdict {
  const owner = { userId, signedTime };
  const signedAt = msOf(signedTime);
  const [, orderId, orderSign] = /^([\w-]{1,64})\.(.*)$/.exec(sign) ?? [];
  if (orderId !== undefined && orderSign !== undefined) {
    const read = checkSign(keys, { ...owner, purpose: "order", about: orderId }, orderSign, now);
    return read === "valid" ? { verdict: read, purpose: "order", orderId, signedAt } : { verdict: read };
  }
  const readings = [
    { ...owner, purpose: "account", about: "" },
    { ...owner, purpose: "link", about: tokenUnder(keys.current, "token", owner) },
    { ...owner, purpose: "link", about: tokenUnder(keys.previous, "token", owner) },
  ] as const;
  const read = readings.map((fields) => ({ purpose: fields.purpose, verdict: checkSign(keys, fields, sign, now) }));
  const { purpose, verdict: found } = read.find((one) => one.verdict !== "forged") ?? FORGED;
  return found === "valid" ? { verdict: found, purpose, signedAt } : { verdict: found };
}

const FORGED = { purpose: "link", verdict: "forged" } as const;

function checkSign(keys: LinkKeys, fields: SignedFields, sign: string, now: number): LinkVerdict {
  if (!/^(\d{10}|\d{13})$/.test(fields.signedTime) || !/^[0-9a-f]{64}$/i.test(sign)) return "malformed";
  if (!isAuthentic(keys, fields, sign)) return "forged";
  if (fields.purpose !== "link") return "valid";
  const age = (now - msOf(fields.signedTime)) / 1000;
  if (age < -MAX_SKEW_S) return "from_the_future";
  return age > MAX_AGE_S ? "too_old" : "valid";
}

function isAuthentic(keys: LinkKeys, fields: SignedFields, sign: string): boolean {
  const given = Buffer.from(sign, "hex");
  return [keys.current, keys.previous].some((key) => {
    const expected = Buffer.from(digest(key, fields), "hex");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Each field is preceded by its length, so that different fields never give the same text. */
function digest(key: string, { purpose, userId, signedTime, about }: SignedFields): string {
  const text = [VERSION, purpose, userId, signedTime, about]
    .map((field) => `${Buffer.byteLength(field)}:${field}`)
    .join("");
  return createHmac("sha256", key).update(text).digest("hex");
}
