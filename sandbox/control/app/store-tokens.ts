import { randomBytes, randomUUID } from "node:crypto";

export const STORES = ["apple", "google", "none"] as const;
/** The stores' rules under which an app leads to the site: of the EU, the US, Japan, Brazil, Korea, the UK. */
export const PROGRAMMES = ["eu_dma", "us_link", "jp", "br", "kr", "uk"] as const;
export const LINK_KINDS = ["button", "text"] as const;

interface Way {
  store: (typeof STORES)[number];
  storefront: string;
  programme: (typeof PROGRAMMES)[number];
  link: (typeof LINK_KINDS)[number];
}

const BUNDLE_ID = "com.example.vpn";
const APP_APPLE_ID = 1_234_567_890;
/** How long a token of Apple's own sandbox is good. */
const TOKEN_AGE_MS = 3_600_000;

/** What an app puts on its link for the store, with a token that was never there before; nothing where it is from no store. */
export function storeQuery({ store, storefront, programme, link }: Way, now: number): Record<string, string> {
  if (store === "none") return {};
  return { ...(store === "apple" ? appleQuery(programme, now) : googleQuery()), store, storefront, programme, link };
}

function appleQuery(programme: Way["programme"], now: number): Record<string, string> {
  const tokenType = APPLE_TOKEN_TYPES[programme];
  if (tokenType === null) return {};
  const token = {
    appAppleId: APP_APPLE_ID,
    bundleId: BUNDLE_ID,
    tokenCreationDate: now,
    externalPurchaseId: `SANDBOX_${randomUUID()}`,
    ...(tokenType && { tokenType, tokenExpirationDate: now + TOKEN_AGE_MS }),
  };
  return { externalPurchaseToken: Buffer.from(JSON.stringify(token)).toString("base64url"), bundleId: BUNDLE_ID };
}

/** What StoreKit's token is of, by programme; empty: it has no type; null: there is no token. */
const APPLE_TOKEN_TYPES: Readonly<Record<Way["programme"], string | null>> = {
  eu_dma: "SERVICES",
  jp: "LINK_OUT",
  br: "LINK_OUT",
  kr: "",
  us_link: null,
  uk: null,
};

const googleQuery = () => ({ externalTransactionToken: randomBytes(96).toString("base64url") });

/** What Apple's token says, for people to read. */
export const appleTokenText = (token: string): string =>
  JSON.stringify(JSON.parse(Buffer.from(token, "base64url").toString()), null, 2);
