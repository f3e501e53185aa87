import { randomBytes } from "node:crypto";
import type { Db, Tx } from "../../payments/store/database";
import { withSandbox } from "../tables";

/** The site's key for the bot check; public. */
export const SITE_KEY = "sandbox-site-key";

const LIFETIME_MS = 120_000;

/** Whether the token is the site's own, from its check without scripts. */
export const isSitesOwnToken = (recasign: string): boolean => /^nojs\../.test(recasign);

/** A token in the manner of reCAPTCHA v3: good once, for one action, for two minutes. */
export async function issueToken(db: Db, action: string, now: number): Promise<string> {
  const token = `03A${randomBytes(48).toString("base64url")}`;
  await withSandbox(db).deleteFrom("bot_check_tokens").where("expires_at", "<=", now).execute();
  await withSandbox(db)
    .insertInto("bot_check_tokens")
    .values({ token, action, expires_at: now + LIFETIME_MS })
    .execute();
  return token;
}

/** Whether `recasign` is a valid token for the action. Checking a token uses it up. */
export async function isPerson(db: Db | Tx, recasign: string, action: string, now: number): Promise<boolean> {
  const spent = await withSandbox(db)
    .deleteFrom("bot_check_tokens")
    .where("token", "=", recasign)
    .returningAll()
    .executeTakeFirst();
  return spent !== undefined && spent.action === action && now < spent.expires_at;
}
