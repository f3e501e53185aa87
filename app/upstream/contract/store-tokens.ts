import { z } from "zod";
import { countryCode } from "~/upstream/contract/values/scalars";
import { type Endpoint, PROVIDERS_PATH } from "./endpoint";

export const APP_STORES = ["apple", "google"] as const;
export type AppStore = (typeof APP_STORES)[number];

/** Visible ASCII. Apple's token is JSON in base64 or base64url; Google's says nothing to anybody else. */
const tokenText = z
  .string()
  .max(4_096)
  .regex(/^[\x21-\x7e]+$/);

/** A word that an app names, such as the store's programme. */
const word = z.string().regex(/^[a-z0-9_]{1,40}$/);

/**
 * What an app store gives an app that leads its users to the site, and what the app says of the way: to be reported to the store, also where
 * nobody buys. The API knows a token by its hash, so one that comes twice is one.
 */
export const storeToken = z.object({
  store: z.enum(APP_STORES),
  token: tokenText,
  /** The app's name in its store. */
  bundle_id: z
    .string()
    .regex(/^[\x21-\x7e]{1,155}$/)
    .optional(),
  /** The country of the store that the app was got from. */
  storefront: countryCode.optional(),
  /** Under which of the store's rules the app leads here, such as `eu_dma`, `us_link`, `kr`, `jp`. */
  programme: word.optional(),
  /** What was pressed in the app, such as `button` or `text`. */
  link: word.optional(),
  /** The token is none of the store's, as far as the site can tell: it is sent as it came, or the beginning of it. */
  note: z.literal("unreadable").optional(),
});
export type StoreToken = z.output<typeof storeToken>;

/** Tells the API of a token that arrived, once, whether its visitor buys or not. Only for an API with `store_tokens` among its calls. */
export const storeTokens = {
  method: "POST",
  path: `${PROVIDERS_PATH}/be/store_tokens`,
  summary: "Take in an app store's token, with which a visitor has come from the app",
  body: z.object({ store_token: storeToken }),
  answer: z.object({}),
  repeat: "always",
} as const satisfies Endpoint;
