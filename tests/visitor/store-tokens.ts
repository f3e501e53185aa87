import type { StoreToken } from "~/upstream/contract/store-tokens";

/** A token as Apple's StoreKit appends it: JSON in base64url. */
export const appleToken = (id = "6f1c1f3e-8a43-4c7e-9d3c-2b5a54b1e0aa"): string =>
  Buffer.from(
    JSON.stringify({
      appAppleId: 1234567890,
      bundleId: "com.example.vpn",
      tokenCreationDate: 1795000000000,
      externalPurchaseId: `SANDBOX_${id}`,
      tokenType: "SERVICES",
    }),
  ).toString("base64url");

/** What an app's address has besides, in the store's and in our words. */
export const APPLE_PARAMS = { bundleId: "com.example.vpn", storefront: "DEU", programme: "eu_dma", link: "button" };

/** The query of an address that an app opens. */
export const appleQuery = (token = appleToken()): string =>
  new URLSearchParams({ externalPurchaseToken: token, ...APPLE_PARAMS }).toString();

/** The same as the payments API gets it. */
export const fromApple = (token = appleToken()): StoreToken => ({
  store: "apple",
  token,
  bundle_id: "com.example.vpn",
  storefront: "DE",
  programme: "eu_dma",
  link: "button",
});
