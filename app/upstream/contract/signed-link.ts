import { z } from "zod";

/** The app of visitors whose address names no app. */
export const DEFAULT_APP_ID = 502;

/** `uid` and `sid` are safe integers without sign or leading zeros. */
export const wholeNumber = z
  .string()
  .regex(/^(0|[1-9]\d{0,15})$/)
  .refine((digits) => Number.isSafeInteger(Number(digits)));

/** No control or invisible characters, no lone surrogates: they break logs and headers, and no backend uses them. */
const LINK_TEXT = /^\P{C}*$/u;

const bytesInJson = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length - 2;

/** Any printable text; limited in bytes, because a sealed session must fit into a cookie. */
const printable = (mostBytes: number) =>
  z
    .string()
    .max(mostBytes)
    .regex(LINK_TEXT)
    .refine((text) => bytesInJson(text) <= mostBytes);

/** For signatures of any backend: hex, base64 or a JWT; a time in seconds, in milliseconds or as a date. */
export const signedTime = printable(64).min(1);
export const sign = printable(1024).min(1);

/**
 * The parameters an app adds to a link to identify its user. The payments API verifies them, so `sign_timestamp`,
 * `token` and `sign` are passed on byte for byte, whatever they look like.
 */
export const signedLinkQuery = z.object({
  uid: wholeNumber.transform(Number),
  sid: wholeNumber.transform(Number).default(DEFAULT_APP_ID),
  sign_timestamp: signedTime,
  token: printable(1024).default(""),
  sign,
});
export type SignedLink = z.output<typeof signedLinkQuery>;
