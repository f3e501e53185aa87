import type { z } from "zod";
import type { commonParams } from "~/upstream/contract/catalogue";
import { OPTIONAL_CALLS } from "~/upstream/contract/subscriptions";
import type { Driver } from "../drivers/driver";
import type { RecaptchaKeys } from "../environment/read-environment";

/** What the site is told of the providers that are set up, and of the bot check. */
export function paramsOf(drivers: ReadonlyMap<string, Driver>, recaptcha: RecaptchaKeys | undefined) {
  const statements = [...drivers].flatMap(([code, { statement }]) => (statement ? [[code, statement] as const] : []));
  return {
    providers: [...drivers.keys()],
    ...(recaptcha && { recaptcha: { site_key: recaptcha.siteKey, host: recaptcha.origin } }),
    idempotency_keys: true,
    statement: Object.fromEntries(statements),
    calls: [...OPTIONAL_CALLS],
  } satisfies z.input<typeof commonParams.answer>;
}
