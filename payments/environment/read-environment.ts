import { join } from "node:path";
import { EnvError } from "~/environment/env-error";
import { readVariables, type Source } from "~/environment/read-variables.server";
import type { EntitlementSettings } from "../entitlements/settings";
import type { OperatorPageSettings } from "../operator/page/settings";
import type { LinkKeys } from "../secrets";
import type { FixedSettings } from "../store/settings";
import { disagreements, isPaddleTest, isPayPalTest, isStripeTest, siteOriginOf } from "./disagreements";
import { withSecretFiles } from "./secret-files";
import { PADDLE_ORIGIN, PADDLE_SANDBOX_ORIGIN, type PaymentsVariables, paymentsVariables } from "./variables";

/** The environment of the payments API. */
export interface PaymentsEnvironment {
  host: string;
  port: number;
  hosts: string[];
  publicOrigin: string | undefined;
  siteOrigin: string;
  dataDir: string;
  databaseUrl: string | undefined;
  catalogueFile: string;
  storeReportsFile: string | undefined;
  countryFile: string | undefined;
  mailServer: { url: string; from: string } | undefined;
  logLevel: string;
  /** Where Prometheus reads what is counted; undefined: nowhere. */
  metrics: { host: string; port: number } | undefined;
  stripe: StripeKeys | undefined;
  payPal: PayPalKeys | undefined;
  paddle: PaddleKeys | undefined;
  /** No key of a provider moves money. */
  isTest: boolean;
  recaptcha: RecaptchaKeys | undefined;
  siteProofs: SiteProofs;
  /** Where the operator's servers are told who may use the VPN, and what their own calls bear. */
  entitlements: EntitlementSettings | undefined;
  operatorKey: string | undefined;
  settings: FixedSettings;
  /** Undefined: made once and stored. */
  linkKeys: LinkKeys | undefined;
  /** Undefined: there is no page for operators. */
  operatorPage: OperatorPageSettings | undefined;
}

interface StripeKeys {
  secretKey: string;
  webhookSecrets: string[];
  apiOrigin: string;
  statement: string | undefined;
}

interface PayPalKeys {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  apiOrigin: string;
  statement: string | undefined;
}

interface PaddleKeys {
  apiKey: string;
  webhookSecrets: string[];
  page: string;
  apiOrigin: string;
  statement: string | undefined;
}

export interface RecaptchaKeys {
  siteKey: string;
  secret: string;
  origin: string;
  /** The least score of a person, from 0 to 1. */
  least: number;
}

/** What becomes of the site's own proofs of a person. `secrets`: the site's. */
export type SiteProofs = { kind: "checked"; secrets: readonly string[] } | { kind: "accepted" } | { kind: "refused" };

/** @throws EnvError naming every mistake at once */
export function readEnvironment(given: Source): PaymentsEnvironment {
  const { source, mistakes: wrongFiles } = withSecretFiles(given);
  const { values: v, mistakes } = readVariables(paymentsVariables, source);
  // A variable that is wrong by itself is told once.
  const others = disagreements(v).filter(([name]) => !mistakes.has(name) && !wrongFiles.has(`${name}_FILE`));
  const all = [...wrongFiles, ...mistakes, ...others];
  const { PAYMENTS_CATALOGUE: catalogueFile } = v;
  if (all.length > 0 || catalogueFile === undefined)
    throw new EnvError(all.map(([name, mistake]) => `${name}: ${mistake}`));
  return {
    ...addressesOf(v),
    dataDir: v.PAYMENTS_DATA_DIR ?? join(v.DATA_DIR, "payments"),
    databaseUrl: v.DATABASE_URL,
    catalogueFile,
    storeReportsFile: v.STORE_REPORTS_FILE,
    countryFile: v.PAYMENTS_COUNTRY_FILE,
    mailServer: v.SMTP_URL === undefined ? undefined : { url: v.SMTP_URL, from: senderOf(v) },
    logLevel: v.LOG_LEVEL,
    metrics:
      v.PAYMENTS_METRICS_PORT === undefined
        ? undefined
        : { host: v.PAYMENTS_METRICS_HOST, port: v.PAYMENTS_METRICS_PORT },
    stripe: stripeKeysOf(v),
    payPal: payPalKeysOf(v),
    paddle: paddleKeysOf(v),
    isTest: (isStripeTest(v) ?? isPayPalTest(v) ?? isPaddleTest(v)) === true,
    recaptcha: recaptchaKeysOf(v),
    siteProofs:
      v.PAYMENTS_SITE_PROOFS === "checked"
        ? { kind: "checked", secrets: v.SESSION_SECRETS }
        : { kind: v.PAYMENTS_SITE_PROOFS },
    settings: {
      grace_days: v.PAYMENTS_GRACE_DAYS,
      reminder_days: v.PAYMENTS_REMINDER_DAYS,
      notice_days: v.PAYMENTS_NOTICE_DAYS,
      dispute_access: v.PAYMENTS_DISPUTE_ACCESS,
      first_user_id: v.PAYMENTS_FIRST_USER_ID,
    },
    ...operatorsOf(v),
    operatorPage: operatorPageOf(v),
  };
}

const addressesOf = (v: PaymentsVariables) => ({
  host: v.PAYMENTS_HOST,
  port: v.PAYMENTS_PORT,
  hosts: v.PAYMENTS_HOSTS,
  publicOrigin: v.PAYMENTS_ORIGIN,
  siteOrigin: siteOriginOf(v),
});

/** Mail servers take no sender of another domain, so it is that of the site. */
const senderOf = (v: PaymentsVariables): string => v.MAIL_FROM ?? `receipts@${new URL(siteOriginOf(v)).hostname}`;

function operatorsOf(v: PaymentsVariables) {
  const { PAYMENTS_ENTITLEMENTS_URL: url, PAYMENTS_ENTITLEMENTS_SECRETS: secrets } = v;
  const [current, previous = current] = v.PAYMENTS_LINK_KEYS;
  return {
    entitlements: url === undefined ? undefined : { url, secrets },
    operatorKey: v.PAYMENTS_OPERATOR_KEY,
    linkKeys: current === undefined || previous === undefined ? undefined : { current, previous },
  };
}

function operatorPageOf(v: PaymentsVariables): OperatorPageSettings | undefined {
  const shared = { origin: v.PAYMENTS_OPERATOR_ORIGIN, people: v.PAYMENTS_OPERATOR_PEOPLE };
  const {
    PAYMENTS_OPERATOR_OIDC_ISSUER: issuer,
    PAYMENTS_OPERATOR_OIDC_CLIENT_ID: clientId,
    PAYMENTS_OPERATOR_OIDC_CLIENT_SECRET: clientSecret,
  } = v;
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined)
    return { ...shared, wayIn: { kind: "openid", issuer, clientId, clientSecret } };
  const { PAYMENTS_OPERATOR_HEADER: header, PAYMENTS_OPERATOR_PROXY_SECRET: secret } = v;
  if (header === undefined || secret === undefined) return undefined;
  return { ...shared, wayIn: { kind: "proxy", header, secret } };
}

function stripeKeysOf(v: PaymentsVariables): StripeKeys | undefined {
  if (v.PAYMENTS_STRIPE_KEY === undefined) return undefined;
  return {
    secretKey: v.PAYMENTS_STRIPE_KEY,
    webhookSecrets: v.PAYMENTS_STRIPE_WEBHOOK_SECRETS,
    apiOrigin: v.PAYMENTS_STRIPE_ORIGIN,
    statement: v.PAYMENTS_STRIPE_STATEMENT,
  };
}

function payPalKeysOf(v: PaymentsVariables): PayPalKeys | undefined {
  const {
    PAYMENTS_PAYPAL_CLIENT_ID: clientId,
    PAYMENTS_PAYPAL_SECRET: clientSecret,
    PAYMENTS_PAYPAL_WEBHOOK_ID: webhookId,
  } = v;
  if (clientId === undefined || clientSecret === undefined || webhookId === undefined) return undefined;
  const { PAYMENTS_PAYPAL_ORIGIN: apiOrigin, PAYMENTS_PAYPAL_STATEMENT: statement } = v;
  return { clientId, clientSecret, webhookId, apiOrigin, statement };
}

function paddleKeysOf(v: PaymentsVariables): PaddleKeys | undefined {
  const { PAYMENTS_PADDLE_KEY: apiKey, PAYMENTS_PADDLE_PAGE: page, PAYMENTS_PADDLE_STATEMENT: statement } = v;
  if (apiKey === undefined || page === undefined) return undefined;
  const apiOrigin = v.PAYMENTS_PADDLE_ORIGIN ?? (isPaddleTest(v) ? PADDLE_SANDBOX_ORIGIN : PADDLE_ORIGIN);
  return { apiKey, webhookSecrets: v.PAYMENTS_PADDLE_WEBHOOK_SECRETS, page, apiOrigin, statement };
}

function recaptchaKeysOf(v: PaymentsVariables): RecaptchaKeys | undefined {
  const { PAYMENTS_RECAPTCHA_SITE_KEY: siteKey, PAYMENTS_RECAPTCHA_SECRET: secret } = v;
  if (siteKey === undefined || secret === undefined) return undefined;
  return { siteKey, secret, origin: v.PAYMENTS_RECAPTCHA_ORIGIN, least: v.PAYMENTS_RECAPTCHA_LEAST };
}
