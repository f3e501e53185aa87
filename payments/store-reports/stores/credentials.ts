import { type CryptoKey, importPKCS8, SignJWT } from "jose";
import { z } from "zod";
import { ask, type Fetch } from "./call";
import type { AppleSettings, GoogleSettings } from "./settings";

const APPLE_LIFE_S = 300;
const GOOGLE_LIFE_S = 3_600;
/** A token is not used in its last minute: the call takes time, and clocks differ. */
const MARGIN_MS = 60_000;
const SCOPE = "https://www.googleapis.com/auth/androidpublisher";

/**
 * Makes a token for one call to Apple, as it asks for
 * (https://developer.apple.com/documentation/appstoreserverapi/generating-json-web-tokens-for-api-requests).
 */
export function appleCredentials({ key, key_id, issuer_id }: AppleSettings) {
  let imported: Promise<CryptoKey> | undefined;
  return async (bundleId: string, now: number): Promise<string> => {
    imported ??= importPKCS8(key, "ES256");
    const issuedAt = Math.floor(now / 1_000);
    return new SignJWT({ bid: bundleId })
      .setProtectedHeader({ alg: "ES256", kid: key_id, typ: "JWT" })
      .setIssuer(issuer_id)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + APPLE_LIFE_S)
      .setAudience("appstoreconnect-v1")
      .sign(await imported);
  };
}

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

interface GoogleCredentials {
  /** The access token of the service account, made anew before it expires. @throws where Google gives none */
  get(now: number): Promise<string>;
  /** Google refused the last one. */
  forget(): void;
}

/** https://developers.google.com/identity/protocols/oauth2/service-account */
export function googleCredentials(account: GoogleSettings, fetch: Fetch): GoogleCredentials {
  let held: { token: string; until: number } | undefined;
  const renew = async (now: number) => {
    const assertion = await assertionOf(account, now);
    const body = new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion });
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const response = await ask(fetch, account.token_uri, { method: "POST", headers, body: body.toString() });
    if (!response.ok) throw new Error(`Google gave no access token: ${response.status}`);
    const { access_token: token, expires_in } = granted.parse(await response.json());
    return { token, until: now + expires_in * 1_000 - MARGIN_MS };
  };
  return {
    get: async (now) => {
      if (held === undefined || held.until <= now) held = await renew(now);
      return held.token;
    },
    forget: () => {
      held = undefined;
    },
  };
}

async function assertionOf(account: GoogleSettings, now: number): Promise<string> {
  const issuedAt = Math.floor(now / 1_000);
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: "RS256", kid: account.private_key_id, typ: "JWT" })
    .setIssuer(account.client_email)
    .setAudience(account.token_uri)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + GOOGLE_LIFE_S)
    .sign(await importPKCS8(account.private_key, "RS256"));
}
