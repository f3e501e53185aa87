import { isLoopback } from "./loopback";
import type { Variables } from "./variables.server";
import { weakSecrets } from "./weak-secrets";

interface Place {
  publicOrigin: string;
  isProduction: boolean;
}

/** A variable, and what to write. */
type Mistake = [name: string, mistake: string];

/** What is wrong with variables that are each well written. */
export const disagreements = (v: Variables, place: Place): Mistake[] => [
  ...missing(v, place),
  ...(place.isProduction ? wrongInProduction(v, place) : unsaid(v, place)),
  ...dangers(v, place),
  ...contradictions(v),
];

/** The host starts our own payments API with the site. */
const startsPayments = (v: Variables): boolean => v.API_BASE_URL === undefined && v.PAYMENTS_CATALOGUE !== undefined;

/** There is a payments API that takes money, or could. */
const hasApi = (v: Variables): boolean => v.API_BASE_URL !== undefined || startsPayments(v);

function missing(v: Variables, { isProduction, publicOrigin }: Place): Mistake[] {
  const mistakes: Mistake[] = [];
  const isPaid = isProduction || v.API_BASE_URL !== undefined;
  const because = v.API_BASE_URL === undefined ? "in production" : "where API_BASE_URL is set";
  if (isProduction && !hasApi(v))
    mistakes.push([
      "API_BASE_URL",
      "required in production: the payments API, such as https://payments.example.com; or PAYMENTS_CATALOGUE for our own",
    ]);
  if (isProduction && v.ALLOWED_HOSTS.length === 0)
    mistakes.push(["ALLOWED_HOSTS", `required in production: ${new URL(publicOrigin).host}`]);
  // Our own API knows the hosts of its providers' pages.
  if (isPaid && !startsPayments(v) && v.REDIRECT_HOSTS.length === 0)
    mistakes.push(["REDIRECT_HOSTS", `required ${because}: the hosts of your payment pages; npm run check names them`]);
  if ((isPaid || v.DATABASE_URL !== undefined) && v.SESSION_SECRETS.length === 0)
    mistakes.push([
      "SESSION_SECRETS",
      `required ${isPaid ? because : "where DATABASE_URL is set"}, the same in all copies; \`openssl rand -base64 48\` makes one`,
    ]);
  return mistakes;
}

function wrongInProduction(v: Variables, { publicOrigin }: Place): Mistake[] {
  const { host, protocol } = new URL(publicOrigin);
  const mistakes: Mistake[] = weakSecrets(v.SESSION_SECRETS, v.REDIS_URL);
  if (protocol !== "https:") mistakes.push(["PUBLIC_ORIGIN", `must be https in production: https://${host}`]);
  if (v.ALLOWED_HOSTS.length > 0 && !v.ALLOWED_HOSTS.includes(host))
    mistakes.push(["ALLOWED_HOSTS", `must have PUBLIC_ORIGIN's ${host}, or every buyer is refused`]);
  if (v.PAYMENTS_TEST_MODE) mistakes.push(["PAYMENTS_TEST_MODE", "must not be set in production, where money moves"]);
  return mistakes;
}

/** A site for others that takes payments is either in production or a test, and it is said which. */
function unsaid(v: Variables, { publicOrigin }: Place): Mistake[] {
  const { protocol, hostname } = new URL(publicOrigin);
  const isNamed = v.PRODUCTION_ORIGINS.some((origin) => new URL(origin).hostname === hostname);
  const isForOthers = !isLoopback(hostname) && (protocol === "https:" || isNamed);
  if (!hasApi(v) || v.PAYMENTS_TEST_MODE || !isForOthers) return [];
  const names = v.PRODUCTION_ORIGINS.length === 0 ? "is not set" : `has ${v.PRODUCTION_ORIGINS.join(",")}`;
  return [
    ...weakSecrets(v.SESSION_SECRETS, v.REDIS_URL),
    [
      "PRODUCTION_ORIGINS",
      `${names}, and PUBLIC_ORIGIN is ${publicOrigin}: write the same in both where money moves, or PAYMENTS_TEST_MODE=1 where ${v.API_BASE_URL === undefined ? "all keys of providers are test keys" : "API_BASE_URL is a test API"}`,
    ],
  ];
}

/** Settings with which the site would start, and sell for nothing or send tokens to whoever listens. */
function dangers(v: Variables, { isProduction, publicOrigin }: Place): Mistake[] {
  const mistakes: Mistake[] = [];
  if (!hasApi(v) && !isProduction && !v.SANDBOX_PUBLIC && !isLoopback(new URL(publicOrigin).hostname))
    mistakes.push([
      "API_BASE_URL",
      "required where PUBLIC_ORIGIN is not this machine; without it the sandbox sells to anybody for nothing (SANDBOX_PUBLIC=1 if that is wanted)",
    ]);
  const isGuarded = isProduction || publicOrigin.startsWith("https://");
  if (v.API_BASE_URL !== undefined && isGuarded && !isPrivateCall(v.API_BASE_URL, v.API_HTTP_HOSTS))
    mistakes.push([
      "API_BASE_URL",
      "must be https where PUBLIC_ORIGIN is (a host of a private network may be named in API_HTTP_HOSTS)",
    ]);
  return mistakes;
}

function isPrivateCall(apiBaseUrl: string, httpHosts: readonly string[]): boolean {
  const { protocol, hostname } = new URL(apiBaseUrl);
  return protocol === "https:" || isLoopback(hostname) || httpHosts.includes(hostname);
}

function contradictions(v: Variables): Mistake[] {
  const mistakes: Mistake[] = [];
  if (v.PAGE_TIMEOUT_MS !== undefined && v.PAGE_TIMEOUT_MS < v.READ_TIMEOUT_MS)
    mistakes.push([
      "PAGE_TIMEOUT_MS",
      `must not be shorter than READ_TIMEOUT_MS, the time of one answer: ${v.READ_TIMEOUT_MS} or more`,
    ]);
  if (v.PURCHASE_TIMEOUT_MS < v.PURCHASE_WAIT_MS)
    mistakes.push([
      "PURCHASE_TIMEOUT_MS",
      `must not be shorter than PURCHASE_WAIT_MS, the time a buyer waits for it: ${v.PURCHASE_WAIT_MS} or more`,
    ]);
  const mayDouble = !v.API_IDEMPOTENT && (v.API_BASE_URL !== undefined || v.SANDBOX_DRESS === "bare");
  if (v.WEB_CONCURRENCY > 1 && mayDouble && v.REDIS_URL === undefined)
    mistakes.push([
      "WEB_CONCURRENCY",
      "above 1 only with API_IDEMPOTENT=1 or REDIS_URL: a form sent twice may come to two processes, which make one order of it only where the API honours its key, or where they see each other's claims",
    ]);
  return mistakes;
}
