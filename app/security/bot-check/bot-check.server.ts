import { env } from "~/env.server";
import { log } from "~/log.server";
import { isSigned, signatureOf } from "~/sealing.server";
import type { CommonParams } from "~/upstream/contract/catalogue";
import type { BotCheckSettings } from "./bot-check-script";

/** What is wrong with a form that did not pass, as a key of the checkout's errors. */
type BotMistake = "sendAgain" | "formTooOld" | "tokenEmpty";

export type BotCheck =
  /** Goes with the guarded call; never empty. */
  | { ok: true; token: string }
  /** The form is shown again. `keepsForm`: with the same attempt and signed time; otherwise it gets new ones. */
  | { ok: false; mistake: BotMistake; keepsForm: boolean };

/**
 * Whether a form was sent by a person: a token of the check's script, which the payments API judges, or else what a form
 * without scripts can show.
 */
export function checkBot(fields: Fields, guarded: Guarded, attempt: string): BotCheck {
  const token = scriptToken(fields.recasign);
  return token === undefined ? checkSignedTime(fields, guarded, attempt) : { ok: true, token };
}

type Fields = Readonly<Record<string, string>>;

/**
 * What a form without scripts can show: that it is ours and made for this attempt, that somebody took the time to fill it in,
 * and that nobody saw its hidden field. All there is where no call takes a token of the script, so that nobody would judge it.
 */
export function checkSignedTime(fields: Fields, guarded: Guarded, attempt: string): BotCheck {
  const verdict = judgeSignedTime(fields.stamp ?? "", guarded, attempt, new Date());
  switch (verdict) {
    case "foreign":
      return { ok: false, mistake: "tokenEmpty", keepsForm: false };
    case "tooOld":
      return { ok: false, mistake: "formTooOld", keepsForm: false };
    case "tooYoung":
      return SEND_AGAIN;
    case "good":
      // Some browsers fill in the hidden field by themselves, so the form may be sent again.
      return fields.subject ? SEND_AGAIN : { ok: true, token: ownToken(attempt) };
  }
}

const SEND_AGAIN: BotCheck = { ok: false, mistake: "sendAgain", keepsForm: true };

const TOKEN = /^[\x21-\x7e]{1,4096}$/;

/** Only the server makes the site's own tokens: one that was sent in a form is ignored. */
const scriptToken = (field = ""): string | undefined => (TOKEN.test(field) && !isOwnToken(field) ? field : undefined);

/** What the bot check guards. */
type Guarded = "pay" | "signUp" | "subscriptionLink" | "declaration";

/** The age at which a signed time is valid: below it no person can have filled in the form, above it the page is too old. */
const YOUNGEST_MS = 2_000;
const OLDEST_MS = 2 * 60 * 60_000;
export const SIGNED_TIME_SECONDS = OLDEST_MS / 1_000;

const textOf = (guarded: Guarded, attempt: string, at: string): string => `${guarded}.${attempt}.${at}`;

/** The form's field `stamp`: its purpose, attempt and time, signed. */
export function signTime(guarded: Guarded, attempt: string, now: Date): string {
  const at = now.getTime().toString(36);
  return `${at}.${signatureOf("stamp", textOf(guarded, attempt, at))}`;
}

type SignedTimeVerdict = "good" | "tooYoung" | "tooOld" | "foreign";

/** A second click sends the same attempt, so it passes; a time that was signed for another attempt is foreign. */
function judgeSignedTime(stamp: string, guarded: Guarded, attempt: string, now: Date): SignedTimeVerdict {
  const [at = "", signature = ""] = stamp.split(".");
  if (!isSigned("stamp", textOf(guarded, attempt, at), signature)) return "foreign";
  const age = now.getTime() - Number.parseInt(at, 36);
  if (age > OLDEST_MS) return "tooOld";
  return age < YOUNGEST_MS ? "tooYoung" : "good";
}

/** The prefix of the site's own tokens; tokens sent by visitors never have it. */
const OWN_TOKEN_PREFIX = "nojs.";

/**
 * The `recasign` of a call whose visitor passed the bot check without scripts: "nojs.", the attempt and its signature.
 * The same attempt always gets the same token, so a call repeated under its idempotency key has the same body.
 */
export const ownToken = (attempt: string): string =>
  `${OWN_TOKEN_PREFIX}${attempt}.${signatureOf("botToken", attempt)}`;

/** Whether a token is the site's own, which can be sent more than once, unlike the script's. */
export const isOwnToken = (token: string): boolean => token.startsWith(OWN_TOKEN_PREFIX);

/** Hosts of reCAPTCHA; the first also works where the second is blocked. */
const RECAPTCHA_HOSTS = ["www.recaptcha.net", "www.google.com"];

/**
 * The bot check's script, where the payments API names one. It runs in our page, so only reCAPTCHA's hosts and
 * REDIRECT_HOSTS are allowed; any other is logged, and the form uses the check without scripts.
 */
export function botCheckSettings({ recaptcha }: Pick<CommonParams, "recaptcha">, requestId: string) {
  if (!recaptcha) return undefined;
  const url = new URL(recaptcha.host);
  if (isAllowed(url)) return { siteKey: recaptcha.site_key, host: url.origin } satisfies BotCheckSettings;
  log.error({ requestId, host: url.host }, "bot check script refused");
  return undefined;
}

function isAllowed({ protocol, host }: URL): boolean {
  const { redirectHosts, isTestMode } = env();
  if (protocol === "http:") return isTestMode && redirectHosts.includes(host);
  return protocol === "https:" && [...RECAPTCHA_HOSTS, ...redirectHosts].includes(host);
}

/**
 * What the script needs of the Content-Security-Policy. Google's own loads another one from gstatic.com and a frame from where it came;
 * by path, as docs.cloud.google.com/recaptcha/docs/faq says, because other scripts are at these hosts, too.
 */
export function botCheckSources({ host }: BotCheckSettings) {
  const isGoogles = RECAPTCHA_HOSTS.some((name) => host === `https://${name}`);
  const own = isGoogles ? `${host}/recaptcha/` : host;
  return {
    script: isGoogles ? [own, "https://www.gstatic.com/recaptcha/"] : [own],
    connect: [own],
    frame: isGoogles ? [own, "https://recaptcha.google.com/recaptcha/"] : [own],
  };
}
