import { createHash } from "node:crypto";
import { z } from "zod";
import type { BotToken } from "../bot-check";
import type { RecaptchaKeys } from "../environment/read-environment";
import type { PaymentsLog } from "../log";
import type { Db, Tx } from "../store/database";

/** reCAPTCHA's tokens are good for two minutes. */
const LIFETIME_MS = 120_000;
const MOST_MS = 3_000;

/** https://developers.google.com/recaptcha/docs/v3#site_verify_response */
const verdictRead = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  "error-codes": z.array(z.string()).default([]),
});
type Verdict = z.output<typeof verdictRead>;

/** Each token is asked about once; Google says of the second time only that it is a duplicate. */
const DUPLICATE = "timeout-or-duplicate";

interface RecaptchaSettings extends RecaptchaKeys {
  /** Whose pages may have made the token. */
  siteOrigin: string;
  db: Db;
  log: PaymentsLog;
}

/**
 * Asks Google about tokens of its script. What passed is written down before it is spent, so that a call that is repeated after a crash
 * between the two passes, once.
 */
export function recaptcha(settings: RecaptchaSettings) {
  const { db, log } = settings;
  const running = new Map<string, Promise<void>>();

  /** Never throws for what Google does: while it is away, buyers pass, and the site's own limits go on counting them. */
  async function ask({ word, action }: BotToken, now: number): Promise<void> {
    const verdict = await verdictOn(word, settings).catch((error: unknown) => {
      log.warn({ err: error }, "payments: reCAPTCHA gives no verdict, so a token passes");
      return undefined;
    });
    if (verdict !== undefined && !isPerson(verdict, action, settings)) return logRefusal(verdict, action, log);
    await writeDown(db, { token: nameOf(word), action, expires_at: now + LIFETIME_MS }, now);
  }
  return {
    /** Outside any transaction. Two calls with one token at the same time ask once. */
    async verify(token: BotToken, now: number): Promise<void> {
      const name = nameOf(token.word);
      const asking = running.get(name) ?? ask(token, now).finally(() => running.delete(name));
      running.set(name, asking);
      await asking;
    },
    /** @returns whether it had passed for this action, and was not spent yet */
    async spend(tx: Tx, { word, action }: BotToken, now: number): Promise<boolean> {
      const spent = await tx
        .deleteFrom("bot_check_tokens")
        .where("token", "=", nameOf(word))
        .returningAll()
        .executeTakeFirst();
      return spent !== undefined && spent.action === action && now < spent.expires_at;
    },
  };
}

const nameOf = (word: string): string => createHash("sha256").update(word).digest("base64url");

type PassedToken = { token: string; action: string; expires_at: number };

async function writeDown(db: Db, passed: PassedToken, now: number): Promise<void> {
  await db.deleteFrom("bot_check_tokens").where("expires_at", "<=", now).execute();
  await db
    .insertInto("bot_check_tokens")
    .values(passed)
    .onConflict((conflict) => conflict.column("token").doNothing())
    .execute();
}

async function verdictOn(word: string, { origin, secret }: RecaptchaSettings): Promise<Verdict> {
  const answer = await fetch(`${origin}/recaptcha/api/siteverify`, {
    method: "POST",
    body: new URLSearchParams({ secret, response: word }),
    redirect: "error",
    signal: AbortSignal.timeout(MOST_MS),
  });
  if (!answer.ok) throw new Error(`reCAPTCHA answered ${answer.status}`);
  const verdict = verdictRead.parse(await answer.json());
  const wrongKeys = verdict["error-codes"].filter((code) => code.endsWith("-input-secret"));
  if (wrongKeys.length > 0) throw new Error(`reCAPTCHA refuses PAYMENTS_RECAPTCHA_SECRET: ${wrongKeys.join()}`);
  return verdict;
}

/** A token of another site of ours, or of another form, was not made for this one. */
function isPerson(verdict: Verdict, action: string, { siteOrigin, least }: RecaptchaSettings): boolean {
  const isOurs = verdict.hostname === new URL(siteOrigin).hostname && verdict.action === action;
  return verdict.success && isOurs && (verdict.score ?? 0) >= least;
}

function logRefusal(
  { score, hostname, action, "error-codes": codes }: Verdict,
  wanted: string,
  log: PaymentsLog,
): void {
  if (!codes.includes(DUPLICATE)) log.info({ score, hostname, action, wanted, codes }, "payments: a token is refused");
}
