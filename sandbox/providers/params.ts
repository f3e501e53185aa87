import type { z } from "zod";
import type { commonParams } from "~/upstream/contract/catalogue";
import { OPTIONAL_CALLS } from "~/upstream/contract/subscriptions";
import { SITE_KEY } from "../bot-check/tokens";
import { RZ_KEY_ID } from "./rz-keys";
import { SIMULATORS } from "./simulators";
import { STATEMENTS } from "./statements";

/** The providers' public settings, with the addresses of their scripts. */
export function paramsAt(origin: string): z.input<typeof commonParams.answer> {
  return {
    providers: Object.keys(SIMULATORS),
    paddle: { vendor_id: 10001, environment: "sandbox", script: `${origin}/scripts/paddle.js` },
    razorpay: { key_id: RZ_KEY_ID, script: `${origin}/scripts/razorpay.js` },
    rebilly: { publishable_key: "pk_sandbox", website_id: "sandbox" },
    recaptcha: { site_key: SITE_KEY, host: origin },
    idempotency_keys: true,
    statement: STATEMENTS,
    calls: [...OPTIONAL_CALLS],
  };
}
