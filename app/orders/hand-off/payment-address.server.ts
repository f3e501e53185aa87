import { env } from "~/env.server";
import { log } from "~/log.server";
import { mayBeLeftFor } from "~/safe-address";

/**
 * The address of a provider's page, if buyers may be sent there: https (http on loopback in test mode), on a host of
 * REDIRECT_HOSTS, without credentials. Any other address is logged and refused: the payments API is not trusted with
 * redirects to arbitrary hosts.
 */
export function paymentAddress(text: string, requestId: string): string | undefined {
  const url = URL.parse(text);
  if (url !== null && isAllowed(url)) return url.href;
  log.error({ requestId, host: url?.host ?? "unreadable" }, "payment address refused");
  return undefined;
}

function isAllowed(url: URL): boolean {
  const { redirectHosts, isTestMode } = env();
  const isSecure = url.protocol === "https:" || isTestMode;
  return mayBeLeftFor(url) && isSecure && redirectHosts.includes(url.host);
}
