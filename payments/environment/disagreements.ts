import { isLoopback } from "~/environment/loopback";
import {
  PADDLE_ORIGIN,
  PADDLE_SANDBOX_ORIGIN,
  PAYPAL_ORIGIN,
  PAYPAL_SANDBOX_ORIGIN,
  type PaymentsVariables,
  STRIPE_ORIGIN,
} from "./variables";

/** A variable, and what to write. */
type Mistake = readonly [name: string, mistake: string];

/** What is wrong with variables that are each well written. */
export const disagreements = (v: PaymentsVariables): Mistake[] => [
  ...missing(v),
  ...halves(v),
  ...wrongOrigins(v),
  ...mixedMoney(v),
  ...operatorPage(v),
];

export const siteOriginOf = (v: PaymentsVariables): string =>
  v.SITE_ORIGIN ?? v.PUBLIC_ORIGIN ?? "http://localhost:3000";

/** A provider's key with which no money moves; undefined where the provider is not set up. */
export const isStripeTest = ({ PAYMENTS_STRIPE_KEY: key }: PaymentsVariables): boolean | undefined =>
  key === undefined ? undefined : /^.k_test_/.test(key);
export const isPayPalTest = (v: PaymentsVariables): boolean | undefined =>
  v.PAYMENTS_PAYPAL_CLIENT_ID === undefined ? undefined : v.PAYMENTS_PAYPAL_ORIGIN !== PAYPAL_ORIGIN;
export const isPaddleTest = ({ PAYMENTS_PADDLE_KEY: key }: PaymentsVariables): boolean | undefined =>
  key === undefined ? undefined : key.startsWith("pdl_sdbx_");

function missing(v: PaymentsVariables): Mistake[] {
  const mistakes: Mistake[] = [];
  if (v.PAYMENTS_CATALOGUE === undefined)
    mistakes.push(["PAYMENTS_CATALOGUE", "required: the file of what is sold; docs/payments.md has one to begin with"]);
  const { PAYMENTS_STRIPE_KEY, PAYMENTS_PAYPAL_CLIENT_ID, PAYMENTS_PADDLE_KEY } = v;
  if ((PAYMENTS_STRIPE_KEY ?? PAYMENTS_PAYPAL_CLIENT_ID ?? PAYMENTS_PADDLE_KEY) === undefined)
    mistakes.push([
      "PAYMENTS_STRIPE_KEY",
      "required, or PAYMENTS_PAYPAL_CLIENT_ID, or PAYMENTS_PADDLE_KEY: nobody could pay",
    ]);
  if (v.PAYMENTS_ORIGIN === undefined && !isHere(siteOriginOf(v)))
    mistakes.push([
      "PAYMENTS_ORIGIN",
      "required where the site is not this machine: where providers call, such as https://payments.example.com",
    ]);
  if (v.PAYMENTS_SITE_PROOFS === "checked" && v.SESSION_SECRETS.length === 0)
    mistakes.push([
      "SESSION_SECRETS",
      "required, the same as the site's, to check its proofs; or PAYMENTS_SITE_PROOFS=accepted where only the site can call",
    ]);
  return mistakes;
}

/** Variables that mean nothing without one another. */
const TOGETHER = [
  ["PAYMENTS_STRIPE_KEY", "PAYMENTS_STRIPE_WEBHOOK_SECRETS"],
  ["PAYMENTS_PAYPAL_CLIENT_ID", "PAYMENTS_PAYPAL_SECRET", "PAYMENTS_PAYPAL_WEBHOOK_ID"],
  ["PAYMENTS_PADDLE_KEY", "PAYMENTS_PADDLE_WEBHOOK_SECRETS", "PAYMENTS_PADDLE_PAGE"],
  ["PAYMENTS_RECAPTCHA_SITE_KEY", "PAYMENTS_RECAPTCHA_SECRET"],
  ["PAYMENTS_ENTITLEMENTS_URL", "PAYMENTS_ENTITLEMENTS_SECRETS"],
  ["PAYMENTS_OPERATOR_OIDC_ISSUER", "PAYMENTS_OPERATOR_OIDC_CLIENT_ID", "PAYMENTS_OPERATOR_OIDC_CLIENT_SECRET"],
  ["PAYMENTS_OPERATOR_HEADER", "PAYMENTS_OPERATOR_PROXY_SECRET"],
] as const;

function halves(v: PaymentsVariables): Mistake[] {
  const isSet = (name: keyof PaymentsVariables) => v[name] !== undefined && v[name]?.toString() !== "";
  return TOGETHER.flatMap((names) => {
    const set = names.filter(isSet);
    if (set.length === 0) return [];
    return names.filter((name) => !isSet(name)).map((name) => [name, `required where ${set[0]} is set`] as const);
  });
}

function wrongOrigins(v: PaymentsVariables): Mistake[] {
  const origins = {
    PAYMENTS_ORIGIN: v.PAYMENTS_ORIGIN,
    PAYMENTS_STRIPE_ORIGIN: v.PAYMENTS_STRIPE_ORIGIN,
    PAYMENTS_PAYPAL_ORIGIN: v.PAYMENTS_PAYPAL_ORIGIN,
    PAYMENTS_PADDLE_ORIGIN: v.PAYMENTS_PADDLE_ORIGIN,
    PAYMENTS_PADDLE_PAGE: v.PAYMENTS_PADDLE_PAGE,
    PAYMENTS_RECAPTCHA_ORIGIN: v.PAYMENTS_RECAPTCHA_ORIGIN,
    PAYMENTS_OPERATOR_ORIGIN: v.PAYMENTS_OPERATOR_ORIGIN,
    PAYMENTS_OPERATOR_OIDC_ISSUER: v.PAYMENTS_OPERATOR_OIDC_ISSUER,
    ...(moneyOf(v).some(([, isTest]) => isTest === false) ? { SITE_ORIGIN: siteOriginOf(v) } : {}),
  };
  return Object.entries(origins).flatMap(([name, origin]) =>
    origin === undefined || origin.startsWith("https:") || isHere(origin)
      ? []
      : [[name, "must be https, unless it is this machine"] as const],
  );
}

/** The variable by which each provider's money is test money or not. */
const moneyOf = (v: PaymentsVariables) =>
  [
    ["PAYMENTS_STRIPE_KEY", isStripeTest(v)],
    ["PAYMENTS_PAYPAL_ORIGIN", isPayPalTest(v)],
    ["PAYMENTS_PADDLE_KEY", isPaddleTest(v)],
  ] as const;

function mixedMoney(v: PaymentsVariables): Mistake[] {
  const mistakes: Mistake[] = [];
  if (isStripeTest(v) === false && v.PAYMENTS_STRIPE_ORIGIN !== STRIPE_ORIGIN)
    mistakes.push(["PAYMENTS_STRIPE_ORIGIN", `must be ${STRIPE_ORIGIN} with a live key`]);
  const payPalOrigin = v.PAYMENTS_PAYPAL_ORIGIN;
  if (![PAYPAL_ORIGIN, PAYPAL_SANDBOX_ORIGIN].includes(payPalOrigin) && !isHere(payPalOrigin))
    mistakes.push(["PAYMENTS_PAYPAL_ORIGIN", `must be ${PAYPAL_ORIGIN}, ${PAYPAL_SANDBOX_ORIGIN}, or this machine`]);
  const { PAYMENTS_PADDLE_ORIGIN: paddleOrigin } = v;
  const ofKey = isPaddleTest(v) ? PADDLE_SANDBOX_ORIGIN : PADDLE_ORIGIN;
  if (![undefined, ofKey].includes(paddleOrigin) && !(isPaddleTest(v) && isHere(paddleOrigin ?? "")))
    mistakes.push(["PAYMENTS_PADDLE_ORIGIN", `must be ${ofKey} with this key`]);
  const [first, ...others] = moneyOf(v).filter(([, isTest]) => isTest !== undefined);
  const other = others.find(([, isTest]) => isTest !== first?.[1]);
  if (other !== undefined)
    mistakes.push([
      other[0],
      "one provider takes money and another does not: use live keys for all, or test keys for all",
    ]);
  return mistakes;
}

/** There is one way in, and it is for people who are named. */
function operatorPage(v: PaymentsVariables): Mistake[] {
  const {
    PAYMENTS_OPERATOR_OIDC_ISSUER: issuer,
    PAYMENTS_OPERATOR_HEADER: header,
    PAYMENTS_OPERATOR_PEOPLE: people,
  } = v;
  const mistakes: Mistake[] = [];
  if (issuer !== undefined && header !== undefined)
    mistakes.push([
      "PAYMENTS_OPERATOR_HEADER",
      "is set, and PAYMENTS_OPERATOR_OIDC_ISSUER too: only one of them can be",
    ]);
  const wayIn = issuer === undefined ? header && "PAYMENTS_OPERATOR_HEADER" : "PAYMENTS_OPERATOR_OIDC_ISSUER";
  if (wayIn !== undefined && people.length === 0)
    mistakes.push(["PAYMENTS_OPERATOR_PEOPLE", `required where ${wayIn} is set: who may use the page`]);
  if (wayIn === undefined && people.length > 0)
    mistakes.push([
      "PAYMENTS_OPERATOR_PEOPLE",
      "is set, but neither PAYMENTS_OPERATOR_OIDC_ISSUER nor PAYMENTS_OPERATOR_HEADER",
    ]);
  if (issuer === undefined && header !== undefined && people.some((one) => one.includes(":")))
    mistakes.push([
      "PAYMENTS_OPERATOR_PEOPLE",
      "must be what the proxy's header has: only an OpenID provider tells claims",
    ]);
  return mistakes;
}

const isHere = (origin: string): boolean => isLoopback(new URL(origin).hostname);
