import { env } from "~/env.server";
import { log } from "~/log.server";
import type { CommonParams } from "~/upstream/contract/catalogue";
import type { BotCheckSettings } from "./guard";

/** Where reCAPTCHA is served from; the first answers where the second is blocked. */
const RECAPTCHA_HOSTS = ["www.recaptcha.net", "www.google.com"];

/**
 * The bot check's script, where the payments API names one. It runs in our page, so it may come from reCAPTCHA itself or
 * from one of REDIRECT_HOSTS only; anything else is logged, and the form goes the way that needs no script.
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

/** What the page's Content-Security-Policy has to admit for it. */
export const botCheckSources = ({ host }: BotCheckSettings) => ({ script: [host], connect: [host], frame: [host] });
