import { createHmac, timingSafeEqual } from "node:crypto";
import type { LinkKeys } from "./secrets";

const VERSION = "v1";
const MAX_AGE_S = 24 * 3600;
const MAX_SKEW_S = 300;
/** Lifetime of a bearer token, in seconds. */
export const TOKEN_AGE_S = 30 * 24 * 3600;

export interface SignedFields {
  /**
   * "link" opens the site as a user and expires; "token" is the bearer token in such a link; "receipts" opens a buyer's
   * invoices, has no token and never expires.
   */
  purpose: "link" | "token" | "receipts";
  userId: string;
  signedTime: string;
  token: string;
}

type LinkVerdict = "valid" | "malformed" | "forged" | "too_old" | "from_the_future";

/** The signed fields of a call about a user's invoices: a link's sign without its token, or a receipts key's. */
interface OwnerFields {
  userId: string;
  signedTime: string;
}

interface ReceiptKey {
  user_id: number;
  signed_time: string;
  sign: string;
}

export interface LinkSigner {
  sign(fields: SignedFields): string;
  /** Checks the shape, then the signature with both keys, then the age (of links). */
  verify(fields: SignedFields, sign: string, now: number): LinkVerdict;
  /** The same for a sign of either purpose. A link's token is derived again from its user and time. */
  verifyOwner(fields: OwnerFields, sign: string, now: number): LinkVerdict;
  /** A key whose holder may list and send a user's invoices for life. */
  receiptKey(userId: number, now: number): ReceiptKey;
  issueToken(userId: number, now: number): string;
  /** The query an app puts on a link that opens the site as this user. */
  linkQuery(userId: number, appType: number, now: number): Record<string, string>;
  /** The user of a bearer token; undefined where it was not issued here or has expired. */
  userOfToken(token: string, now: number): number | undefined;
}

export function linkSigner(keys: LinkKeys): LinkSigner {
  const sign = (fields: SignedFields) => digest(keys.current, fields);
  const tokenOf = (userId: string, signedTime: string) => tokenUnder(keys.current, { userId, signedTime });
  return {
    sign,
    verify: (fields, given, now) => verdict(keys, fields, given, now),
    verifyOwner: (fields, given, now) => ownerVerdict(keys, fields, given, now),
    receiptKey: (user_id, now) => {
      const signed_time = secondsOf(now);
      const fields = { purpose: "receipts", userId: String(user_id), signedTime: signed_time, token: "" } as const;
      return { user_id, signed_time, sign: sign(fields) };
    },
    issueToken: (userId, now) => tokenOf(String(userId), secondsOf(now)),
    linkQuery: (userId, appType, now) => {
      const uid = String(userId);
      const signedTime = secondsOf(now);
      const token = tokenOf(uid, signedTime);
      const fields: SignedFields = { purpose: "link", userId: uid, signedTime, token };
      return { uid, sid: String(appType), sign_timestamp: signedTime, token, sign: sign(fields) };
    },
    userOfToken: (token, now) => tokenOwner(keys, token, now),
  };
}

const secondsOf = (now: number): string => String(Math.floor(now / 1000));

function tokenUnder(key: string, { userId, signedTime }: OwnerFields): string {
  return `${userId}.${signedTime}.${digest(key, { purpose: "token", userId, signedTime, token: "" })}`;
}

function tokenOwner(keys: LinkKeys, token: string, now: number): number | undefined {
  const [userId = "", signedTime = "", sign = ""] = token.split(".");
  const isOurs = isAuthentic(keys, { purpose: "token", userId, signedTime, token: "" }, sign);
  return isOurs && now / 1000 - Number(signedTime) < TOKEN_AGE_S ? Number(userId) : undefined;
}

function ownerVerdict(keys: LinkKeys, { userId, signedTime }: OwnerFields, sign: string, now: number): LinkVerdict {
  const owner = { userId, signedTime };
  const readings: SignedFields[] = [
    { ...owner, purpose: "receipts", token: "" },
    { ...owner, purpose: "link", token: tokenUnder(keys.current, owner) },
    { ...owner, purpose: "link", token: tokenUnder(keys.previous, owner) },
  ];
  const verdicts = readings.map((fields) => verdict(keys, fields, sign, now));
  return verdicts.find((one) => one !== "forged") ?? "forged";
}

function verdict(keys: LinkKeys, fields: SignedFields, sign: string, now: number): LinkVerdict {
  if (!/^(\d{10}|\d{13})$/.test(fields.signedTime) || !/^[0-9a-f]{64}$/i.test(sign)) return "malformed";
  if (!isAuthentic(keys, fields, sign)) return "forged";
  const unit = fields.signedTime.length === 13 ? 1000 : 1;
  const age = now / 1000 - Number(fields.signedTime) / unit;
  if (age < -MAX_SKEW_S) return "from_the_future";
  return fields.purpose === "link" && age > MAX_AGE_S ? "too_old" : "valid";
}

function isAuthentic(keys: LinkKeys, fields: SignedFields, sign: string): boolean {
  const given = Buffer.from(sign, "hex");
  return [keys.current, keys.previous].some((key) => {
    const expected = Buffer.from(digest(key, fields), "hex");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Each field is preceded by its length, so that different fields never give the same text. */
function digest(key: string, { purpose, userId, signedTime, token }: SignedFields): string {
  const text = [VERSION, purpose, userId, signedTime, token]
    .map((field) => `${Buffer.byteLength(field)}:${field}`)
    .join("");
  return createHmac("sha256", key).update(text).digest("hex");
}
