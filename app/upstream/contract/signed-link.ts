import { z } from "zod";

/** `uid` and `sid` are safe integers without sign or leading zeros. */
export const wholeNumber = z
  .string()
  .regex(/^(0|[1-9]\d{0,15})$/)
  .refine((digits) => Number.isSafeInteger(Number(digits)));

/**
 * The parameters an app puts on a link to identify its user. Shape only: the payments API is the judge of `sign`, so
 * `signedTime`, `token` and `sign` travel on byte for byte.
 */
export const signedLinkQuery = z.object({
  uid: wholeNumber.transform(Number),
  sid: wholeNumber.transform(Number),
  sign_timestamp: z.string().regex(/^(\d{10}|\d{13})$/),
  token: z.string().max(512).default(""),
  sign: z.string().regex(/^[0-9a-f]{64}$/i),
});
export type SignedLink = z.output<typeof signedLinkQuery>;
