import { z } from "zod";

/** As Standard Webhooks has them: `whsec_` and 24 to 64 bytes in Base64. */
const secret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]+={0,2}$/, "has to begin with whsec_, with Base64 after it")
  .refine((text) => isLongEnough(Buffer.from(text.slice("whsec_".length), "base64")), "has to be of 24 to 64 bytes");

const isLongEnough = ({ length }: Buffer): boolean => length >= 24 && length <= 64;

/** Where the operator takes events. It is the operator's own network: any host will do. */
export const entitlementSettings = z.object({
  url: z.url({ protocol: /^https?$/ }),
  /** Each event is signed with all of them, so that the receiver may change from one to the next. */
  secrets: z.array(secret).min(1),
});
export type EntitlementSettings = z.output<typeof entitlementSettings>;
