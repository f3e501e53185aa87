import { z } from "zod";
import { about, list, origin, port, webAddress } from "~/environment/variable-kinds.server";
import { variables as siteVariables } from "~/environment/variables.server";
import { entitlementSettings } from "../entitlements/settings";
import { DISPUTE_ACCESS, MOST_USER_ID, noticeDays, reminderDays } from "../store/settings";

/** Live keys go to these, and to no other address. */
export const STRIPE_ORIGIN = "https://api.stripe.com";
export const PAYPAL_ORIGIN = "https://api-m.paypal.com";
export const PAYPAL_SANDBOX_ORIGIN = "https://api-m.sandbox.paypal.com";
export const PADDLE_ORIGIN = "https://api.paddle.com";
export const PADDLE_SANDBOX_ORIGIN = "https://sandbox-api.paddle.com";

const program = z.object({
  PAYMENTS_HOST: z.string().default("127.0.0.1").register(about, {
    meaning: "The address that the payments API listens on. Only the site and a proxy should reach it.",
    example: "0.0.0.0",
  }),
  PAYMENTS_PORT: port().default(3001).register(about, {
    meaning: "Its port. Started with the site, it has PORT and 1 where this is not set.",
  }),
  PAYMENTS_ORIGIN: origin().optional().register(about, {
    meaning:
      "Where providers and buyers reach `/hooks/`, `/back/` and `/cards/` of the payments API: https, unless it is this machine.",
    example: "https://payments.example.com",
    unset: "where it listens",
    requiredWhere: "the site is reached by any name but this machine's own",
    isShared: true,
  }),
  PAYMENTS_HOSTS: list().register(about, {
    meaning: "Host headers that it answers beside loopback's and that of PAYMENTS_ORIGIN, with their port.",
    example: "payments.internal:3001",
  }),
  PAYMENTS_DATA_DIR: z.string().optional().register(about, {
    meaning: "The folder of its database and keys, where DATABASE_URL is not set.",
    example: "/var/lib/vpn-checkout/payments",
    unset: "`payments` in DATA_DIR",
  }),
  PAYMENTS_METRICS_PORT: port().optional().register(about, {
    meaning: "Where Prometheus reads its `/metrics`. Whoever reaches the port can read it.",
    example: "9465",
    unset: "metrics are not told",
  }),
  PAYMENTS_METRICS_HOST: z.string().default("127.0.0.1").register(about, {
    meaning: "The address that the port of its metrics listens on.",
    example: "0.0.0.0",
  }),
  SITE_ORIGIN: origin().optional().register(about, {
    meaning: "The site's PUBLIC_ORIGIN, where buyers come from and go back to. Started with the site, it is that.",
    example: "https://pay.example.com",
    unset: "PUBLIC_ORIGIN, else `http://localhost:3000`",
    isShared: true,
  }),
});

const stripe = z.object({
  PAYMENTS_STRIPE_KEY: z
    .string()
    .regex(/^(sk|rk)_(live|test)_\w+$/, "must be a secret or restricted key, such as sk_test_… or rk_live_…")
    .optional()
    .register(about, {
      meaning: "Stripe's secret key, or better a restricted one. Set, buyers can pay through Stripe (`so`).",
      example: "rk_live_…",
      unset: "Stripe is not offered",
      isSecret: true,
      isShared: true,
    }),
  PAYMENTS_STRIPE_WEBHOOK_SECRETS: list()
    .pipe(z.array(z.string().regex(/^whsec_\S+$/, "each must be a signing secret, such as whsec_…")))
    .register(about, {
      meaning: "What Stripe signs its webhooks to `/hooks/stripe` with; while one is changed, both.",
      example: "whsec_…",
      requiredWhere: "PAYMENTS_STRIPE_KEY is set",
      isSecret: true,
      isShared: true,
    }),
  PAYMENTS_STRIPE_STATEMENT: z
    .string()
    .max(22, "must have 22 letters at most")
    .regex(/^[^<>\\'"]+$/, "must not have < > \\ ' \"")
    .optional()
    .register(about, {
      meaning: "The name on the statements of those who pay through Stripe, as Stripe's settings have it.",
      example: "EXAMPLE* VPN",
      unset: "buyers are told none",
      isShared: true,
    }),
  PAYMENTS_STRIPE_ORIGIN: origin().default(STRIPE_ORIGIN).register(about, {
    meaning: "Stripe's API. Another one, such as a stand-in on this machine, gets test keys only.",
    example: "http://127.0.0.1:4010",
  }),
});

const paypal = z.object({
  PAYMENTS_PAYPAL_CLIENT_ID: z.string().optional().register(about, {
    meaning: "The id of the REST app at PayPal. Set, buyers can pay through PayPal (`ps`).",
    example: "AQ…",
    unset: "PayPal is not offered",
    isShared: true,
  }),
  PAYMENTS_PAYPAL_SECRET: z.string().optional().register(about, {
    meaning: "Its secret.",
    example: "EL…",
    requiredWhere: "PAYMENTS_PAYPAL_CLIENT_ID is set",
    isSecret: true,
    isShared: true,
  }),
  PAYMENTS_PAYPAL_WEBHOOK_ID: z.string().optional().register(about, {
    meaning: "The id of the webhook at PayPal that calls `/hooks/paypal`.",
    example: "1JE…",
    requiredWhere: "PAYMENTS_PAYPAL_CLIENT_ID is set",
    isShared: true,
  }),
  PAYMENTS_PAYPAL_STATEMENT: z.string().max(22, "must have 22 letters at most").optional().register(about, {
    meaning: "The name on the statements of those who pay through PayPal.",
    example: "PAYPAL *EXAMPLEVPN",
    unset: "buyers are told none",
    isShared: true,
  }),
  PAYMENTS_PAYPAL_ORIGIN: origin()
    .default(PAYPAL_ORIGIN)
    .register(about, {
      meaning: `PayPal's API. Its own sandbox, with the keys of a sandbox app, is \`${PAYPAL_SANDBOX_ORIGIN}\`.`,
      example: PAYPAL_SANDBOX_ORIGIN,
      isShared: true,
    }),
});

const paddle = z.object({
  PAYMENTS_PADDLE_KEY: z
    .string()
    .regex(/^pdl_(live|sdbx)_apikey_\w+$/, "must be an API key, such as pdl_sdbx_apikey_… or pdl_live_apikey_…")
    .optional()
    .register(about, {
      meaning: "The API key of Paddle Billing. Set, buyers can pay through Paddle (`pd`).",
      example: "pdl_live_apikey_…",
      unset: "Paddle is not offered",
      isSecret: true,
      isShared: true,
    }),
  PAYMENTS_PADDLE_WEBHOOK_SECRETS: list()
    .pipe(z.array(z.string().regex(/^pdl_ntfset_\S+$/, "each must be a secret key, such as pdl_ntfset_…")))
    .register(about, {
      meaning: "What Paddle signs its webhooks to `/hooks/paddle` with; while one is changed, both.",
      example: "pdl_ntfset_…",
      requiredWhere: "PAYMENTS_PADDLE_KEY is set",
      isSecret: true,
      isShared: true,
    }),
  PAYMENTS_PADDLE_PAGE: webAddress(/^https?$/, "https://www.example.com/pay")
    .optional()
    .register(about, {
      meaning:
        "Where buyers pay: a hosted checkout of Paddle's, or a page of yours with Paddle.js whose domain Paddle has approved, docs/payments.md.",
      example: "https://pay.paddle.io/hsc_…",
      requiredWhere: "PAYMENTS_PADDLE_KEY is set",
      isShared: true,
    }),
  PAYMENTS_PADDLE_STATEMENT: z.string().max(22, "must have 22 letters at most").optional().register(about, {
    meaning: "The name on the statements of those who pay through Paddle.",
    example: "PADDLE.NET* EXAMPLEVPN",
    unset: "buyers are told none",
    isShared: true,
  }),
  PAYMENTS_PADDLE_ORIGIN: origin()
    .optional()
    .register(about, {
      meaning:
        "Paddle's API. Another one than the key's, such as a stand-in on this machine, gets keys of the sandbox only.",
      example: "http://127.0.0.1:4012",
      unset: `\`${PADDLE_ORIGIN}\`, or \`${PADDLE_SANDBOX_ORIGIN}\` with a key of the sandbox`,
    }),
});

const visitors = z.object({
  PAYMENTS_RECAPTCHA_SITE_KEY: z.string().max(128).optional().register(about, {
    meaning: "The public key of a reCAPTCHA v3 for the site's host, which then checks who signs up.",
    example: "6L…",
    unset: "the check without scripts, for everybody",
    isShared: true,
  }),
  PAYMENTS_RECAPTCHA_SECRET: z.string().optional().register(about, {
    meaning: "Its secret key.",
    example: "6L…",
    requiredWhere: "PAYMENTS_RECAPTCHA_SITE_KEY is set",
    isSecret: true,
    isShared: true,
  }),
  PAYMENTS_RECAPTCHA_ORIGIN: origin().default("https://www.recaptcha.net").register(about, {
    meaning: "Where its script and its verdicts come from.",
    example: "https://www.google.com",
    isShared: true,
  }),
  PAYMENTS_RECAPTCHA_LEAST: z.coerce
    .number("must be a number from 0 to 1, such as 0.5")
    .min(0, "must be a number from 0 to 1, such as 0.5")
    .max(1, "must be a number from 0 to 1, such as 0.5")
    .default(0.5)
    .register(about, { meaning: "The score from which on a visitor counts as a person.", isShared: true }),
  PAYMENTS_SITE_PROOFS: z.enum(["checked", "accepted", "refused"]).default("checked").register(about, {
    meaning:
      "What becomes of the site's own proofs, of visitors without scripts: `checked` by SESSION_SECRETS, which have to be the site's then; `accepted` as they are, where nobody but the site can call; or `refused`.",
    isShared: true,
  }),
  PAYMENTS_COUNTRY_FILE: z.string().optional().register(about, {
    meaning:
      "A database of the countries of networks in MaxMind's format (GeoLite2 Country, DB-IP Lite). Read at the start and upon SIGHUP.",
    example: "/var/lib/GeoIP/GeoLite2-Country.mmdb",
    unset: "no network has a country",
    isShared: true,
  }),
});

const rules = z.object({
  PAYMENTS_GRACE_DAYS: z.coerce
    .number("must be a number of days, such as 3")
    .int("must be a number of days, such as 3")
    .min(0, "must be 0 or more")
    .max(60, "must be 60 or less")
    .default(3)
    .register(about, {
      meaning:
        "For how many days a plan runs on after its end while its provider has not said that the next period is paid. Then the renewal counts as failed.",
      isShared: true,
    }),
  PAYMENTS_REMINDER_DAYS: reminderDays.register(about, {
    meaning:
      "How many days after a renewal has failed its owner is written to: the letter that it failed, reminders, and the last one. None is sent once it is paid or over.",
    example: "0,3,7",
    isShared: true,
  }),
  PAYMENTS_NOTICE_DAYS: noticeDays.register(about, {
    meaning:
      "How many days before a payment its owner is told of it: before a trial ends, before a period of so many months or longer renews, and where the card expires before. `0`: nobody is.",
    example: "trial:7,1month:3,6months:30,card:14",
    isShared: true,
  }),
  PAYMENTS_DISPUTE_ACCESS: z.enum(DISPUTE_ACCESS).default("keep").register(about, {
    meaning:
      "Whether a buyer whose bank takes the money back may use the VPN meanwhile, and after the bank has decided for them: `keep`, or `pause`.",
    isShared: true,
  }),
  PAYMENTS_FIRST_USER_ID: z.coerce
    .number("must be a number, such as 5000000000")
    .int("must be a number, such as 5000000000")
    .min(1, "must be 1 or more")
    .max(MOST_USER_ID, `must be ${MOST_USER_ID} or less`)
    .default(1)
    .register(about, {
      meaning:
        "No account that is made gets a lower number: set it above all that your own users have or will have; docs/entitlements.md.",
      example: "5000000000",
      isShared: true,
    }),
});

const operator = z.object({
  PAYMENTS_ENTITLEMENTS_URL: webAddress(/^https?$/, "https://vpn.example.com/entitlements")
    .optional()
    .register(about, {
      meaning: "Where your own servers are told who may use the VPN, by signed webhooks; docs/entitlements.md.",
      example: "https://vpn.example.com/entitlements",
      unset: "nobody is told; what changes waits",
      isShared: true,
    }),
  PAYMENTS_ENTITLEMENTS_SECRETS: list().pipe(z.array(entitlementSettings.shape.secrets.element)).register(about, {
    meaning: "What these are signed with; while one is changed, both.",
    example: "whsec_…",
    requiredWhere: "PAYMENTS_ENTITLEMENTS_URL is set",
    isSecret: true,
    isShared: true,
  }),
  PAYMENTS_OPERATOR_KEY: z
    .string()
    .min(32, "must have 32 characters or more; `openssl rand -base64 48` makes one")
    .optional()
    .register(about, {
      meaning: "What your own servers' calls have to bear, which ask who may use the VPN; docs/entitlements.md.",
      example: "a-random-text…",
      unset: "there are no such calls",
      isSecret: true,
      isShared: true,
    }),
  PAYMENTS_LINK_KEYS: list()
    .pipe(z.array(z.string().min(32, "each must have 32 characters or more")).max(2, "must be one key, or two"))
    .register(about, {
      meaning:
        "What signs links of your apps and of mails, docs/apps.md: the first signs, both are taken. Mailed links last for years, so they are not changed without need.",
      example: "a-new-random-text…,the-one-before-it…",
      unset: "made once and stored with the data",
      isSecret: true,
      isShared: true,
    }),
});

const HEADER = /^[A-Za-z0-9-]+$/;

const operatorPage = z.object({
  PAYMENTS_OPERATOR_ORIGIN: origin().optional().register(about, {
    meaning: "Where `/operator`, the page for orders and refunds, is reached: https, unless it is this machine.",
    example: "https://operator.example.com",
    unset: "PAYMENTS_ORIGIN",
    isShared: true,
  }),
  PAYMENTS_OPERATOR_PEOPLE: list().register(about, {
    meaning:
      "Who may use it: mail addresses that the OpenID provider has verified, or a claim and its value, such as `groups:payments`; behind a proxy, what its header has.",
    example: "kim@example.com,groups:payments",
    requiredWhere: "PAYMENTS_OPERATOR_OIDC_ISSUER or PAYMENTS_OPERATOR_HEADER is set",
    isShared: true,
  }),
  PAYMENTS_OPERATOR_OIDC_ISSUER: webAddress(/^https?$/, "https://login.example.com")
    .optional()
    .register(about, {
      meaning:
        "The OpenID Connect provider where these people sign in; it sends them back to `/operator/login/back`. Either this or PAYMENTS_OPERATOR_HEADER switches the page on.",
      example: "https://login.example.com",
      unset: "there is no such page",
      isShared: true,
    }),
  PAYMENTS_OPERATOR_OIDC_CLIENT_ID: z.string().optional().register(about, {
    meaning: "Our client id there.",
    example: "payments",
    requiredWhere: "PAYMENTS_OPERATOR_OIDC_ISSUER is set",
    isShared: true,
  }),
  PAYMENTS_OPERATOR_OIDC_CLIENT_SECRET: z.string().optional().register(about, {
    meaning: "The secret of that client.",
    example: "a-random-text…",
    requiredWhere: "PAYMENTS_OPERATOR_OIDC_ISSUER is set",
    isSecret: true,
    isShared: true,
  }),
  PAYMENTS_OPERATOR_HEADER: z
    .string()
    .regex(HEADER, "must be the name of a header, such as X-Forwarded-Email")
    .optional()
    .register(about, {
      meaning:
        "In place of OpenID Connect: the header in which a proxy says who is signed in. It has to take that header, and X-Operator-Proxy-Secret, from everybody else.",
      example: "X-Forwarded-Email",
      unset: "there is no such page",
      isShared: true,
    }),
  PAYMENTS_OPERATOR_PROXY_SECRET: z
    .string()
    .min(32, "must have 32 characters or more; `openssl rand -base64 48` makes one")
    .optional()
    .register(about, {
      meaning:
        "What the proxy has in X-Operator-Proxy-Secret; without it the header is not believed, wherever the call is from.",
      example: "a-random-text…",
      requiredWhere: "PAYMENTS_OPERATOR_HEADER is set",
      isSecret: true,
      isShared: true,
    }),
});

/** Those that only the payments API reads, as docs/configuration.md groups them. */
export const PAYMENTS_VARIABLE_GROUPS = [
  { title: "Our own payments API", variables: program },
  { title: "Stripe", variables: stripe },
  { title: "PayPal", variables: paypal },
  { title: "Paddle", variables: paddle },
  { title: "Who buys", variables: visitors },
  { title: "Your rules", variables: rules },
  { title: "Your own servers and apps", variables: operator },
  { title: "The operator's page", variables: operatorPage },
] as const;

/** Those that it has in common with the site and the sandbox. */
const shared = siteVariables.pick({
  PAYMENTS_CATALOGUE: true,
  PUBLIC_ORIGIN: true,
  SESSION_SECRETS: true,
  DATABASE_URL: true,
  DATA_DIR: true,
  SMTP_URL: true,
  MAIL_FROM: true,
  STORE_REPORTS_FILE: true,
  LOG_LEVEL: true,
});

export const paymentsVariables = z.object({
  ...shared.shape,
  ...program.shape,
  ...stripe.shape,
  ...paypal.shape,
  ...paddle.shape,
  ...visitors.shape,
  ...rules.shape,
  ...operator.shape,
  ...operatorPage.shape,
});
export type PaymentsVariables = z.output<typeof paymentsVariables>;
