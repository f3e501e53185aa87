import { exportPKCS8, generateKeyPair } from "jose";
import type { AppleSettings, GoogleSettings } from "../../../payments/store-reports/stores/settings";

const apple = await generateKeyPair("ES256", { extractable: true });
const google = await generateKeyPair("RS256", { extractable: true });

/** What the stores' stand-ins verify signatures with. */
export const PUBLIC_KEYS = { apple: apple.publicKey, google: google.publicKey };

export const BUNDLE = "com.example.vpn";

/** Settings for stand-ins below an origin. */
export const appleSettings = async (origin: string): Promise<AppleSettings> => ({
  key: await exportPKCS8(apple.privateKey),
  key_id: "ABC123DEFG",
  issuer_id: "57246542-96fe-1a63-e053-0824d011072a",
  bundle_id: BUNDLE,
  url: `${origin}/apple`,
  test_url: `${origin}/apple-tests`,
});

export const googleSettings = async (origin: string): Promise<GoogleSettings> => ({
  client_email: "reports@example.iam.gserviceaccount.com",
  private_key: await exportPKCS8(google.privateKey),
  private_key_id: "key-1",
  token_uri: `${origin}/google/token`,
  package_name: BUNDLE,
  url: `${origin}/google`,
});
