import { z } from "zod";

/** The app of whoever came without an app's number. */
export const DEFAULT_APP_ID = 502;

/** `uid` and `sid` are safe integers without sign or leading zeros. */
export const wholeNumber = z
  .string()
  .regex(/^(0|[1-9]\d{0,15})$/)
  .refine((digits) => Number.isSafeInteger(Number(digits)));

/** Control characters, invisible ones and halves of letters: no backend signs with them, and logs and headers break on them. */
const PRINTABLE = /^\P{C}*$/u;

const bytesInJson = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length - 2;

/** Any text that can be read; in bytes, because a sealed session has to fit into a cookie. */
const printable = (mostBytes: number) =>
  z
    .string()
    .max(mostBytes)
    .regex(PRINTABLE)
    .refine((text) => bytesInJson(text) <= mostBytes);

/** How any backend may sign: hex digits, base64, a JWT; a time in seconds, in milliseconds or as a date. */
export const signedTime = printable(64).min(1);
export const sign = printable(1024).min(1);

/**
 * The parameters an app puts on a link to identify its user. The payments API is the judge of them, so `sign_timestamp`,
 * `token` and `sign` travel on byte for byte, whatever they look like.
 */
export const signedLinkQuery = z.object({
  uid: wholeNumber.transform(Number),
  sid: wholeNumber.transform(Number).default(DEFAULT_APP_ID),
  sign_timestamp: signedTime,
  token: printable(1024).default(""),
  sign,
});
export type SignedLink = z.output<typeof signedLinkQuery>;
