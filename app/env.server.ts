import { disagreements } from "./environment/disagreements.server";
import { EnvError } from "./environment/env-error";
import { LOOPBACK_NAMES } from "./environment/loopback";
import { readVariables, type Source } from "./environment/read-variables.server";
import { LONGEST_MS } from "./environment/variable-kinds.server";
import { MAIL_FROM, type Variables, variables } from "./environment/variables.server";
import type { FrameProvider, ProviderCode } from "./upstream/contract/catalogue";
import { PD_STATUS_HASHES } from "./upstream/contract/purchase-calls";

export interface Tracing {
  /** The collector's address for OTLP over HTTP, to which `/v1/traces` is added. */
  endpoint: string;
  /** Sent with every export. */
  headers: Readonly<Record<string, string>> | undefined;
  serviceName: string;
  /** From 0 to 1. */
  share: number;
}

export interface Env {
  mode: "development" | "production" | "test";
  /** True where PUBLIC_ORIGIN is one of PRODUCTION_ORIGINS: the sandbox never starts there. */
  isProduction: boolean;
  host: string;
  port: number;
  /** The origin every absolute address is built from; never the request's Host. */
  publicOrigin: string;
  allowedHosts: string[];
  /** Undefined: the host starts the sandbox and names it here before the app is loaded. */
  apiBaseUrl: string | undefined;
  /** Our own payments API is set up: without apiBaseUrl the host starts it in the sandbox's place. */
  hasPayments: boolean;
  /** The first one signs, all of them verify. Empty: the host makes one and keeps it in the data folder. */
  sessionSecrets: string[];
  /** Hosts (with port, unless it is the default one) of payment pages that buyers may be sent to. */
  redirectHosts: string[];
  providersOff: ProviderCode[];
  /** Countries in which nothing is sold. */
  closedCountries: readonly string[];
  /** Providers whose script may run, on the hand-off page only, to open their frame there. */
  inlineProviders: FrameProvider[];
  /** What may stand for `{hash}` in the `{hash}_status` of `pd`. */
  pdStatus: readonly string[];
  /** No real money is charged: the page shows the test ribbon. */
  isTestMode: boolean;
  /** The payments API honours Idempotency-Key, even if its settings do not say so. */
  isApiIdempotent: boolean;
  /** How long a page waits for one answer, and for all of its answers together, in milliseconds. */
  readMs: number;
  pageMs: number;
  /** How long a buyer waits for a purchase call before they see a waiting page; the call may run up to the ceiling. */
  purchaseWaitMs: number;
  purchaseCeilingMs: number;
  /** How many processes serve pages. */
  workers: number;
  /** Orders of one network in ten minutes, before the form asks for one more press. */
  ordersPerNetwork: number;
  /** Above these the host turns new visitors away: pages in the making, and how long one waits for its turn. */
  pagesAtOnce: number;
  busyAfterMs: number;
  /** How many days a click of each affiliate network counts. */
  affiliateDays: { cj: number; cf: number; admitad: number };
  /** How many days a campaign is remembered. */
  campaignDays: number;
  /** For development: English is shown with accents and 40 % longer. */
  isPseudo: boolean;
  trustProxyHops: number;
  /** Where Prometheus reads metrics; undefined: nowhere. */
  metrics: { host: string; port: number } | undefined;
  sandboxPort: number;
  /** Where the sandbox listens; loopback unless it is named. */
  sandboxHost: string;
  /** Host headers that the sandbox answers beside loopback's and its own. */
  sandboxHosts: string[];
  /** Undefined: the full sandbox; else it acts as a backend that knows only the specification, varied by this seed. */
  sandboxBareSeed: number | undefined;
  /** Where buyers reach the sandbox's pages, if not where it listens: the origin of a proxy in front of it. */
  sandboxOrigin: string | undefined;
  /** The PostgreSQL database that all copies of the sandbox share; undefined: each has a file of its own in the data folder. */
  databaseUrl: string | undefined;
  /** What all copies of the site share: counts of senders, claims of attempts, answers; undefined: each copy has its own. */
  redisUrl: string | undefined;
  /** How long an answer of it is waited for. */
  redisMs: number;
  /** How long the site goes on taking requests after the signal to stop, while it already says that it is not ready. */
  drainMs: number;
  /** Where traces are sent, and of which share of requests; undefined: nowhere. */
  tracing: Tracing | undefined;
  /** Where the sandbox sends its mail, too; undefined: it stays in the mailbox on the control page. */
  mailServer: { url: string; from: string } | undefined;
  /** The settings with which the sandbox reports to app stores; undefined: it does not. */
  storeReportsFile: string | undefined;
  /** Where security researchers turn to, as addresses; empty: there is no security.txt. */
  securityContacts: string[];
  dataDir: string;
  logLevel: string;
}

/** @throws EnvError naming every mistake at once. */
export function readEnv(source: Source): Env {
  const { values: v, mistakes } = readVariables(variables, source);
  const publicOrigin = v.PUBLIC_ORIGIN ?? `http://localhost:${v.PORT}`;
  const isProduction = v.PRODUCTION_ORIGINS.includes(publicOrigin);
  // A variable that is wrong by itself is told once.
  const others = disagreements(v, { publicOrigin, isProduction }).filter(([name]) => !mistakes.has(name));
  const all = [...mistakes, ...others];
  if (all.length > 0) throw new EnvError(all.map(([name, mistake]) => `${name}: ${mistake}`));
  const { host: publicHost } = new URL(publicOrigin);
  return {
    mode: v.NODE_ENV,
    isProduction,
    host: v.HOST,
    port: v.PORT,
    publicOrigin,
    allowedHosts: v.ALLOWED_HOSTS.length > 0 ? v.ALLOWED_HOSTS : [publicHost, ...loopbackHosts(v.PORT)],
    apiBaseUrl: v.API_BASE_URL,
    hasPayments: v.PAYMENTS_CATALOGUE !== undefined,
    sessionSecrets: v.SESSION_SECRETS,
    redirectHosts: v.REDIRECT_HOSTS,
    providersOff: v.PROVIDERS_OFF,
    closedCountries: v.CLOSED_COUNTRIES,
    inlineProviders: v.INLINE_PROVIDERS,
    pdStatus: v.PD_STATUS.length > 0 ? v.PD_STATUS : PD_STATUS_HASHES,
    isTestMode: v.PAYMENTS_TEST_MODE,
    isApiIdempotent: v.API_IDEMPOTENT,
    readMs: v.READ_TIMEOUT_MS,
    pageMs: v.PAGE_TIMEOUT_MS ?? pageMsFor(v.READ_TIMEOUT_MS),
    purchaseWaitMs: v.PURCHASE_WAIT_MS,
    purchaseCeilingMs: v.PURCHASE_TIMEOUT_MS,
    workers: v.WEB_CONCURRENCY,
    ordersPerNetwork: v.ORDERS_PER_NETWORK,
    pagesAtOnce: v.PAGES_AT_ONCE,
    busyAfterMs: v.BUSY_AFTER_MS,
    affiliateDays: { cj: v.CJ_DAYS, cf: v.CF_DAYS, admitad: v.ADMITAD_DAYS },
    campaignDays: v.CAMPAIGN_DAYS,
    isPseudo: v.PSEUDO_LOCALE && v.NODE_ENV === "development",
    trustProxyHops: v.TRUST_PROXY_HOPS,
    metrics: v.METRICS_PORT === undefined ? undefined : { host: v.METRICS_HOST, port: v.METRICS_PORT },
    sandboxPort: v.SANDBOX_PORT ?? (v.PORT === 0 ? 0 : v.PORT + 1),
    sandboxHost: v.SANDBOX_HOST,
    sandboxHosts: v.SANDBOX_HOSTS,
    sandboxBareSeed: v.SANDBOX_DRESS === "bare" ? v.SANDBOX_SEED : undefined,
    sandboxOrigin: v.SANDBOX_ORIGIN,
    databaseUrl: v.DATABASE_URL,
    redisUrl: v.REDIS_URL,
    redisMs: v.REDIS_TIMEOUT_MS,
    drainMs: v.DRAIN_MS,
    tracing: v.OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? undefined : tracingOf(v, v.OTEL_EXPORTER_OTLP_ENDPOINT),
    mailServer: v.SMTP_URL === undefined ? undefined : { url: v.SMTP_URL, from: v.MAIL_FROM ?? MAIL_FROM },
    storeReportsFile: v.STORE_REPORTS_FILE,
    securityContacts: v.SECURITY_CONTACT,
    dataDir: v.DATA_DIR,
    logLevel: v.LOG_LEVEL,
  };
}

const tracingOf = (v: Variables, endpoint: string): Tracing => ({
  endpoint,
  headers: v.OTEL_EXPORTER_OTLP_HEADERS,
  serviceName: v.OTEL_SERVICE_NAME,
  share: v.OTEL_TRACES_SAMPLER_ARG,
});

/** The default page timeout: prices are requested after plans, so a page needs longer than one answer. */
const pageMsFor = (readMs: number): number => Math.min(Math.max(5_000, readMs + 2_000), LONGEST_MS);

const loopbackHosts = (port: number) => LOOPBACK_NAMES.map((name) => `${name}:${port}`);

let current: Env | undefined;

/** The environment of this process, read once. */
export function env(): Env {
  current ??= readEnv(process.env);
  return current;
}
