import { z } from "zod";
import { FRAME_PROVIDERS, PROVIDERS } from "~/upstream/contract/catalogue";
import { PD_STATUS_HASHES } from "~/upstream/contract/purchase-calls";
import { isCountryCode } from "~/upstream/contract/values/scalars";
import { SLOW_ANSWER_MS } from "./slow-answer";
import {
  about,
  dayCount,
  flag,
  headerList,
  LONGEST_MS,
  list,
  milliseconds,
  numberBetween,
  origin,
  port,
  share,
  webAddress,
} from "./variable-kinds.server";

/** The sender of the sandbox's mail where none is set. */
export const MAIL_FROM = "VPN sandbox <receipts@sandbox.invalid>";

const NO_CONTACT = "must be addresses such as mailto:security@example.com or https://example.com/security";

const network = z.object({
  PUBLIC_ORIGIN: origin().optional().register(about, {
    meaning: "The origin that buyers see. Every absolute address is built from it, never from a request's Host.",
    example: "https://pay.example.com",
    unset: "`http://localhost:` and PORT",
    isRequired: true,
    requiredWhere: "the site is reached by any name but this machine's own",
    isShared: true,
  }),
  PRODUCTION_ORIGINS: list().pipe(z.array(origin())).register(about, {
    meaning:
      "Where PUBLIC_ORIGIN is one of these, this is production: no sandbox, https only, nothing implied, no secret that can be guessed, no example in a brand. It may be the same everywhere, staging included.",
    example: "https://pay.example.com",
    isRequired: true,
    requiredWhere: "PUBLIC_ORIGIN is https and API_BASE_URL is set, unless PAYMENTS_TEST_MODE is `1`",
    isShared: true,
  }),
  ALLOWED_HOSTS: list().register(about, {
    meaning: "Host headers that are answered, with their port unless it is the protocol's own; any other gets a 400.",
    example: "pay.example.com",
    unset: "PUBLIC_ORIGIN's, and loopback's with PORT",
    isRequired: true,
  }),
  HOST: z.string().default("127.0.0.1").register(about, {
    meaning:
      "The address to listen on. Whoever reaches it past the proxy can make up X-Forwarded-For, so only a proxy should.",
    example: "0.0.0.0",
  }),
  PORT: port().default(3000).register(about, { meaning: "The port to listen on; 0 takes a free one." }),
  TRUST_PROXY_HOPS: numberBetween(0, 5).default(0).register(about, {
    meaning:
      "How many proxies stand in front, so that visitors' addresses are read from that many entries of X-Forwarded-For, counted from its end. Too few: all buyers seem to share the proxy's address, and its limits. Too many: anybody can make an address up.",
    isShared: true,
  }),
});

/** A path without its beginning and end. */
const STATUS_HASH = /^(\w|-|\{order\})+(\/(\w|-|\{order\})+)*$/;

const payments = z.object({
  API_BASE_URL: origin().optional().register(about, {
    meaning: "The payments API.",
    example: "https://payments.example.com",
    unset: "with PAYMENTS_CATALOGUE our own is started, else the sandbox",
    isRequired: true,
    requiredWhere: "PUBLIC_ORIGIN is not this machine, unless PAYMENTS_CATALOGUE is set or SANDBOX_PUBLIC is `1`",
    isShared: true,
  }),
  PAYMENTS_CATALOGUE: z.string().optional().register(about, {
    meaning:
      "The file of what our own payments API sells: plans, prices, taxes, trials, coupons (docs/payments.md). Where it is set and API_BASE_URL is not, that API is started with the site.",
    example: "/etc/vpn-checkout/catalogue.json",
    unset: "the sandbox is started",
    isShared: true,
  }),
  API_HTTP_HOSTS: list().register(about, {
    meaning:
      "Hosts of a payments API in a private network that an https site may call over plain http; loopback always may be.",
    example: "payments.internal",
  }),
  REDIRECT_HOSTS: list().register(about, {
    meaning:
      "Hosts of payment pages that buyers may be sent to, with their port unless it is the protocol's own. An address on any other is not followed: its buyer cannot pay.",
    example: "checkout.paddle.com,pay.example.com",
    unset: "the sandbox",
    isRequired: true,
    requiredWhere: "API_BASE_URL is set",
    isShared: true,
  }),
  PROVIDERS_OFF: list()
    .pipe(z.array(z.enum(PROVIDERS)))
    .register(about, {
      meaning: `Providers that are switched off, of ${PROVIDERS.map((code) => `\`${code}\``).join(", ")}.`,
      example: "so,rb",
      isShared: true,
    }),
  CLOSED_COUNTRIES: list()
    .pipe(
      z.array(
        z.string().refine(isCountryCode, "must be ISO 3166 codes of countries, such as IR (the United Kingdom is GB)"),
      ),
    )
    .register(about, {
      meaning:
        "Countries in which nothing is sold, as ISO 3166 codes: whoever comes from a network there reads so, and their prices are not offered. The payments API says where a network is. What was bought stays as it is.",
      example: "IR,KP",
      isShared: true,
    }),
  INLINE_PROVIDERS: list()
    .pipe(z.array(z.enum(FRAME_PROVIDERS)))
    .register(about, {
      meaning: `Providers whose own frame opens in the hand-off page, where the API names its script, of ${FRAME_PROVIDERS.map((code) => `\`${code}\``).join(", ")}. All others are gone to.`,
      example: "pd,rz",
      isShared: true,
    }),
  PD_STATUS: list()
    .pipe(z.array(z.string().regex(STATUS_HASH, "letters, digits, `_`, `-`, `/` and `{order}` only")))
    .register(about, {
      meaning:
        "What the API has in place of `{hash}` in its call `{hash}_status` for `pd`, below the path of the providers; `{order}` is the order's id. Where there are several, each is tried until one answers.",
      example: "common/pd/{order}",
      unset: `\`${PD_STATUS_HASHES.join("`, `")}\``,
      isShared: true,
    }),
  API_IDEMPOTENT: flag().register(about, {
    meaning:
      "`1` where the API takes the same Idempotency-Key for the same order and does not say so itself (`idempotency_keys` in common/params): a lost purchase call is then repeated. Wrong where it is not so: buyers then pay twice.",
    requiredWhere: "WEB_CONCURRENCY is above 1, the payments API is not the full sandbox, and REDIS_URL is not set",
    isShared: true,
  }),
  PAYMENTS_TEST_MODE: flag().register(about, {
    meaning:
      "`1` where API_BASE_URL is a test API: a ribbon says that no money moves, and payment pages on loopback may be http. Refused in production.",
    unset: "`0`; with the sandbox `1`",
    isShared: true,
  }),
});

const secrets = z.object({
  SESSION_SECRETS: list()
    .pipe(z.array(z.string().min(32, "each secret must have 32 characters or more")))
    .register(about, {
      meaning:
        "What seals and signs orders' links, cookies and forms: random texts of 32 characters or more each, such as `openssl rand -base64 48` makes. The first seals, all of them open; docs/operating.md tells how to change them.",
      example: "a-new-random-text…,the-one-before-it…",
      unset: "one is made once and stored in DATA_DIR",
      isRequired: true,
      requiredWhere: "API_BASE_URL or DATABASE_URL is set",
      isSecret: true,
      isShared: true,
    }),
});

const limits = z.object({
  WEB_CONCURRENCY: numberBetween(1, 64).default(1).register(about, {
    meaning:
      "How many processes serve pages: one for each core. Above 1 another one starts them, replaces one that ends, and serves nothing but the metrics.",
  }),
  ORDERS_PER_NETWORK: numberBetween(1, 1_000_000).default(60).register(about, {
    meaning:
      "Over so many orders of one network address in ten minutes, the form asks for one more press of the button: a script makes orders by the hundred. More where many buyers share an address, as behind your own VPN.",
  }),
  PAGES_AT_ONCE: numberBetween(1, 10_000).default(300).register(about, {
    meaning:
      "Where so many pages are in the making, new visitors get a 503 with Retry-After at once; whoever pays already does not. Each process counts its own.",
  }),
  BUSY_AFTER_MS: milliseconds().default(1_000).register(about, {
    meaning: "The same, once a page has waited for so long for its turn.",
  }),
  READ_TIMEOUT_MS: milliseconds().default(3_000).register(about, {
    meaning:
      "How long a page waits for one answer of the payments API. Plans, prices and settings that come later are for the next buyer.",
  }),
  PAGE_TIMEOUT_MS: milliseconds().optional().register(about, {
    meaning: "How long a page waits for all its answers; not less than READ_TIMEOUT_MS.",
    unset: "`5000`, or READ_TIMEOUT_MS and 2 s where that is more",
  }),
  PURCHASE_WAIT_MS: milliseconds().default(SLOW_ANSWER_MS).register(about, {
    meaning: "How long a buyer waits for the purchase call before they see a waiting page. The call goes on.",
  }),
  PURCHASE_TIMEOUT_MS: milliseconds().default(LONGEST_MS).register(about, {
    meaning: "When a purchase call is given up; not less than PURCHASE_WAIT_MS.",
  }),
  DRAIN_MS: numberBetween(0, 60_000).default(0).register(about, {
    meaning:
      "How long requests are still taken after SIGTERM, while `/readyz` already fails, so that the load balancer can turn away first. Longer than it takes to notice: probe interval times failures, and a second.",
  }),
});

const sandbox = z.object({
  SANDBOX_PUBLIC: flag().register(about, {
    meaning:
      "`1`: the sandbox is wanted though PUBLIC_ORIGIN is not this machine. Whoever reaches the site then buys for nothing. Never in production.",
  }),
  SANDBOX_ORIGIN: origin().optional().register(about, {
    meaning:
      "Where buyers reach the sandbox's payment pages, if that is not where it listens: the origin of a proxy in front of the copies' sandboxes.",
    example: "https://sandbox.example.com",
    unset: "where it listens",
    isShared: true,
  }),
  SANDBOX_HOST: z.string().default("127.0.0.1").register(about, {
    meaning: "The address that the sandbox listens on. Nothing there asks for a password.",
    example: "0.0.0.0",
  }),
  SANDBOX_PORT: port().optional().register(about, { meaning: "The sandbox's port.", unset: "PORT and 1" }),
  SANDBOX_HOSTS: list().register(about, {
    meaning: "Host headers that the sandbox answers, beside loopback's and SANDBOX_HOST.",
    example: "sandbox.example.com",
  }),
  SANDBOX_DRESS: z.enum(["full", "bare"]).default("full").register(about, {
    meaning: "`bare`: the sandbox is a backend that knows the specification only (docs/payments-api.md).",
    isShared: true,
  }),
  SANDBOX_SEED: numberBetween(0, Number.MAX_SAFE_INTEGER).default(1).register(about, {
    meaning: "Which of the bare backends it is.",
    isShared: true,
  }),
  SMTP_URL: webAddress(/^smtps?$/, "smtp://user:password@mail.example.com:587")
    .optional()
    .register(about, {
      meaning:
        "Where the payments API that is started here, our own or the sandbox, sends its mail. The sandbox has a mailbox beside.",
      example: "smtp://user:password@mail.example.com:587",
      unset: "nothing is sent; mail waits, in the sandbox's mailbox",
      isSecret: true,
    }),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>@\r\n]*<?[^<>@\s]+@[^<>@\s]+>?$/, "must be an address, or a name and an <address>")
    .optional()
    .register(about, {
      meaning: "The sender of that mail.",
      example: "Example VPN <receipts@example.com>",
      unset: `\`${MAIL_FROM}\`; of our own \`receipts@\` and the site's host`,
    }),
  STORE_REPORTS_FILE: z.string().optional().register(about, {
    meaning:
      "The file of settings with which the payments API that is started here reports sales to the app stores whose apps led their buyers here; docs/store-reports.md.",
    example: "/etc/vpn-checkout/store-reports.json",
    unset: "nothing is reported; what is due waits",
    isShared: true,
  }),
  DATA_DIR: z.string().default(".data").register(about, {
    meaning:
      "The folder of the sandbox's database and keys, or in `payments` of our own payments API's, and of the session secret that is made where none is set; relative to the project's folder. Each copy has its own. A site with API_BASE_URL writes nothing there.",
    example: "/var/lib/vpn-checkout",
  }),
});

const engines = z.object({
  REDIS_URL: webAddress(/^rediss?$/, "redis://:password@cache.example.com:6379")
    .optional()
    .register(about, {
      meaning:
        "Redis or Valkey, in which all copies count senders, claim attempts to pay, and record which events were sent. What happens while it is away: docs/operating.md.",
      example: "rediss://:password@cache.example.com:6379",
      unset: "each copy for itself",
      isSecret: true,
      isShared: true,
    }),
  REDIS_TIMEOUT_MS: numberBetween(20, 5_000).default(250).register(about, {
    meaning:
      "How long an answer of REDIS_URL is waited for; then each copy counts and keeps for itself until one comes. Far above the way there and back.",
  }),
  DATABASE_URL: webAddress(/^postgres(ql)?$/, "postgres://user:password@db.example.com:5432/payments")
    .optional()
    .register(about, {
      meaning:
        "PostgreSQL, in which all copies of our own payments API, or of the sandbox, keep their orders. The site has no database: with API_BASE_URL it is not used. Real orders and the sandbox's never in one database.",
      example: "postgres://user:password@db.example.com:5432/payments",
      unset: "a file in DATA_DIR",
      isSecret: true,
      isShared: true,
    }),
});

const seen = z.object({
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info").register(about, {
    meaning:
      "From which level on something is logged. On stderr: lines of JSON, on a terminal lines for people; `info` has one for each request.",
  }),
  METRICS_PORT: port().optional().register(about, {
    meaning: "Where Prometheus reads `/metrics`. Whoever reaches the port can read it.",
    unset: "nothing is reported",
  }),
  METRICS_HOST: z.string().default("127.0.0.1").register(about, {
    meaning: "The address that the metrics' port listens on.",
    example: "0.0.0.0",
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress(/^https?$/, "http://collector.example.com:4318")
    .optional()
    .register(about, {
      meaning: "The OpenTelemetry collector that traces are sent to, by OTLP over HTTP; `/v1/traces` is added.",
      example: "http://collector.example.com:4318",
      unset: "no traces",
    }),
  OTEL_EXPORTER_OTLP_HEADERS: headerList().optional().register(about, {
    meaning: "Headers of every export, for a collector that asks for a key. Values are encoded as in an address.",
    example: "authorization=Bearer%20…,x-team=shop",
    isSecret: true,
  }),
  OTEL_SERVICE_NAME: z.string().default("vpn-checkout").register(about, {
    meaning: "The site's name in traces.",
    example: "vpn-checkout-eu",
  }),
  OTEL_TRACES_SAMPLER_ARG: share().default(0.1).register(about, {
    meaning: "The share of requests that are traced.",
  }),
});

const brandSettings = z.object({
  CJ_DAYS: dayCount()
    .default(45)
    .register(about, { meaning: "How long a click of the affiliate network CJ counts, in days." }),
  CF_DAYS: dayCount().default(30).register(about, { meaning: "The same, of CF." }),
  ADMITAD_DAYS: dayCount().default(45).register(about, { meaning: "The same, of Admitad." }),
  CAMPAIGN_DAYS: dayCount().default(45).register(about, {
    meaning: "How long the `utm_*` values of a campaign's link are stored, in days.",
  }),
  SECURITY_CONTACT: list()
    .pipe(z.array(z.url({ protocol: /^(mailto|https|tel)$/, error: NO_CONTACT })))
    .register(about, {
      meaning: "Whom security researchers turn to, in `/.well-known/security.txt`.",
      example: "mailto:security@example.com",
      unset: "there is none: 404",
    }),
});

const development = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production").register(about, {
    meaning: "`development` is what `npm run dev` sets: sources, reloaded as they change. Leave it to that.",
  }),
  PSEUDO_LOCALE: flag().register(about, {
    meaning: "`1`: in development, English is shown with accents and 40 % longer, to find what does not fit.",
  }),
});

/** Every variable that is read, as docs/configuration.md groups them. */
export const VARIABLE_GROUPS = [
  { title: "Address and network", variables: network },
  { title: "Payments API", variables: payments },
  { title: "Secrets", variables: secrets },
  { title: "Limits and time", variables: limits },
  { title: "Shared engines", variables: engines },
  { title: "What is seen", variables: seen },
  { title: "Brands, affiliates, contact", variables: brandSettings },
  { title: "Sandbox", variables: sandbox },
  { title: "Development", variables: development },
] as const;

export const variables = z.object({
  ...network.shape,
  ...payments.shape,
  ...secrets.shape,
  ...limits.shape,
  ...engines.shape,
  ...seen.shape,
  ...brandSettings.shape,
  ...sandbox.shape,
  ...development.shape,
});
export type Variables = z.output<typeof variables>;
