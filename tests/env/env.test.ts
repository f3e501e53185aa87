import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readEnv } from "~/env.server";
import { EnvError } from "~/environment/env-error";
import { runs } from "../setup/effort";

const ROOT = join(import.meta.dirname, "../..");

/** None that stands in a file is taken in production. */
const SECRET = randomBytes(36).toString("base64");
const API = { API_BASE_URL: "https://api.example.com", SESSION_SECRETS: SECRET, REDIRECT_HOSTS: "pay.example.com" };
const PRODUCTION = {
  ...API,
  PUBLIC_ORIGIN: "https://pay.shop.example",
  PRODUCTION_ORIGINS: "https://pay.shop.example, https://pay.other.example",
  ALLOWED_HOSTS: "pay.shop.example",
};

function mistakesOf(source: Record<string, string | undefined>): string[] {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.mistakes;
    throw error;
  }
  return [];
}
const namesOf = (source: Record<string, string | undefined>) =>
  mistakesOf(source).map((mistake) => mistake.slice(0, mistake.indexOf(":")));

it("nothing needs to be set to try the site: it stands on loopback, beside its own sandbox", () => {
  expect(readEnv({})).toMatchObject({
    isProduction: false,
    host: "127.0.0.1",
    port: 3000,
    publicOrigin: "http://localhost:3000",
    allowedHosts: expect.arrayContaining(["localhost:3000", "127.0.0.1:3000"]),
    apiBaseUrl: undefined,
    sandboxPort: 3001,
    isTestMode: false,
  });
});

it("an empty variable is one that is not set", () => {
  expect(readEnv({ PORT: "", API_BASE_URL: "", PUBLIC_ORIGIN: "" }).port).toBe(3000);
});

it("all mistakes are told at once, each with the variable's name", () => {
  const source = {
    PORT: "http",
    PUBLIC_ORIGIN: "x",
    SESSION_SECRETS: "short",
    PROVIDERS_OFF: "so,paypal",
    INLINE_PROVIDERS: "pd,so",
    LOG_LEVEL: "loud",
  };
  expect(namesOf(source).sort()).toEqual([
    "API_BASE_URL",
    "INLINE_PROVIDERS",
    "LOG_LEVEL",
    "PORT",
    "PROVIDERS_OFF",
    "PUBLIC_ORIGIN",
    "SESSION_SECRETS",
  ]);
});

it.each([
  "x",
  "pay.example.com",
  "ftp://pay.example.com",
  "https://pay.example.com/",
  "https://pay.example.com/shop",
  "https://user@pay.example.com",
  "javascript:alert(1)",
])("%s is no origin", (text) => {
  expect(namesOf({ PUBLIC_ORIGIN: text })[0]).toBe("PUBLIC_ORIGIN");
});

it("a secret that is too short is not shown in the mistake", () => {
  expect(mistakesOf({ SESSION_SECRETS: "hunter2" }).join()).not.toContain("hunter2");
});

it("a payments API needs secrets, and the hosts a buyer may be sent to", () => {
  expect(namesOf({ API_BASE_URL: "https://api.example.com" })).toEqual(["REDIRECT_HOSTS", "SESSION_SECRETS"]);
  expect(mistakesOf(API)).toEqual([]);
});

it("production is recognised by its origin", () => {
  expect(readEnv(PRODUCTION)).toMatchObject({
    isProduction: true,
    host: "127.0.0.1",
    allowedHosts: ["pay.shop.example"],
  });
  const staging = { ...PRODUCTION, PUBLIC_ORIGIN: "https://staging.shop.example", PAYMENTS_TEST_MODE: "1" };
  expect(readEnv(staging).isProduction).toBe(false);
});

it.each(["API_BASE_URL", "SESSION_SECRETS", "ALLOWED_HOSTS", "REDIRECT_HOSTS"])("production needs %s", (name) => {
  expect(namesOf({ ...PRODUCTION, [name]: undefined })).toEqual([name]);
});

it("production is https, and never in test mode", () => {
  const plain = { PUBLIC_ORIGIN: "http://pay.shop.example", PRODUCTION_ORIGINS: "http://pay.shop.example" };
  expect(namesOf({ ...PRODUCTION, ...plain })).toEqual(["PUBLIC_ORIGIN"]);
  expect(namesOf({ ...PRODUCTION, PAYMENTS_TEST_MODE: "1" })).toEqual(["PAYMENTS_TEST_MODE"]);
});

it.each([
  "https://pay.example.com",
  "http://pay.example.com",
  "http://192.168.1.5:3000",
  "https://localhost.evil.example",
])("at %s the sandbox only starts where that is wanted", (PUBLIC_ORIGIN) => {
  expect(namesOf({ PUBLIC_ORIGIN })).toEqual(["API_BASE_URL"]);
  expect(mistakesOf({ PUBLIC_ORIGIN }).join()).toContain("SANDBOX_PUBLIC=1");
  expect(mistakesOf({ PUBLIC_ORIGIN, SANDBOX_PUBLIC: "1" })).toEqual([]);
  expect(mistakesOf({ ...API, PAYMENTS_TEST_MODE: "1", PUBLIC_ORIGIN })).toEqual([]);
});

it.each([
  "http://localhost:8080",
  "https://localhost",
  "http://127.0.0.1:81",
  "http://[::1]:3000",
  "http://a.localhost",
])("at %s the sandbox starts by itself", (PUBLIC_ORIGIN) => {
  expect(mistakesOf({ PUBLIC_ORIGIN })).toEqual([]);
});

it("production never has the sandbox, whatever is wanted", () => {
  expect(namesOf({ ...PRODUCTION, API_BASE_URL: undefined, SANDBOX_PUBLIC: "1" })).toEqual(["API_BASE_URL"]);
});

it("the sandbox listens on loopback, wherever the site does, unless its own variable says otherwise", () => {
  expect(readEnv({ HOST: "0.0.0.0" })).toMatchObject({ host: "0.0.0.0", sandboxHost: "127.0.0.1", sandboxHosts: [] });
  const source = { SANDBOX_HOST: "192.168.1.5", SANDBOX_HOSTS: "pay.lan:8080, pay.lan" };
  expect(readEnv(source)).toMatchObject({ sandboxHost: "192.168.1.5", sandboxHosts: ["pay.lan:8080", "pay.lan"] });
});

it.each([PRODUCTION, { ...API, PUBLIC_ORIGIN: "https://staging.shop.example", PAYMENTS_TEST_MODE: "1" }])(
  "an https site calls its payments API over https only, but for hosts of this machine or named ones",
  (site) => {
    const named = (API_BASE_URL: string, API_HTTP_HOSTS = "") => namesOf({ ...site, API_BASE_URL, API_HTTP_HOSTS });
    expect(named("http://api.example.com")).toEqual(["API_BASE_URL"]);
    expect(named("http://127.0.0.1.evil.example")).toEqual(["API_BASE_URL"]);
    expect(named("http://payments.internal:8080", "other.internal")).toEqual(["API_BASE_URL"]);
    expect(named("http://payments.internal:8080", "payments.internal")).toEqual([]);
    expect(named("http://127.0.0.1:8080")).toEqual([]);
    expect(named("http://localhost:8080")).toEqual([]);
  },
);

it("a site on plain http may call its payments API in the same way", () => {
  expect(mistakesOf({ ...API, API_BASE_URL: "http://api.test" })).toEqual([]);
});

it("security contacts are addresses", () => {
  expect(readEnv({}).securityContacts).toEqual([]);
  const SECURITY_CONTACT = "mailto:security@example.com, https://example.com/security";
  expect(readEnv({ SECURITY_CONTACT }).securityContacts).toEqual(SECURITY_CONTACT.split(", "));
  for (const wrong of ["security@example.com", "http://example.com", "javascript:alert(1)"])
    expect(namesOf({ SECURITY_CONTACT: wrong })).toEqual(["SECURITY_CONTACT"]);
});

it("lists are split at commas, spaces around them aside", () => {
  const source = {
    ...API,
    INLINE_PROVIDERS: "pd, rz",
    PROVIDERS_OFF: " so , rz,",
    SESSION_SECRETS: `${SECRET}, old-${SECRET}`,
  };
  expect(readEnv(source)).toMatchObject({
    inlineProviders: ["pd", "rz"],
    providersOff: ["so", "rz"],
    sessionSecrets: [SECRET, `old-${SECRET}`],
  });
});

it("what is wrong with one variable hides nothing of what is wrong with the others, or missing", () => {
  const source = {
    PUBLIC_ORIGIN: "https://pay.shop.example/",
    PRODUCTION_ORIGINS: "pay.shop.example",
    API_BASE_URL: "http://api.example.com/v1",
    PURCHASE_WAIT_MS: "9000",
    PURCHASE_TIMEOUT_MS: "8000",
    WEB_CONCURRENCY: "4",
    METRICS_PORT: "many",
    REDIRECT_HOST: "checkout.shop.example",
  };
  expect(
    mistakesOf(source)
      .map((mistake) => mistake.slice(0, 90))
      .toSorted(),
  ).toEqual(
    [
      "ALLOWED_HOSTS: required in production: pay.shop.example",
      "API_BASE_URL: must be an origin only, without a path or a slash at its end: http://api.exampl",
      "METRICS_PORT: must be a whole number from 0 to 65535",
      "PRODUCTION_ORIGINS: must be an http(s) origin such as https://pay.example.com",
      "PUBLIC_ORIGIN: must be an origin only, without a path or a slash at its end: https://pay.shop",
      "PURCHASE_TIMEOUT_MS: must not be shorter than PURCHASE_WAIT_MS, the time a buyer waits for it",
      "REDIRECT_HOST: is not read; write REDIRECT_HOSTS",
      "REDIRECT_HOSTS: required where API_BASE_URL is set: the hosts of your payment pages; npm run",
      "SESSION_SECRETS: required where API_BASE_URL is set, the same in all copies; `openssl rand -b",
      "WEB_CONCURRENCY: above 1 only with API_IDEMPOTENT=1 or REDIS_URL: a form sent twice may come",
    ].map((line) => line.slice(0, 90)),
  );
});

it("production without anything is told of all that it needs", () => {
  const origin = { PUBLIC_ORIGIN: "https://pay.shop.example", PRODUCTION_ORIGINS: "https://pay.shop.example" };
  expect(namesOf(origin)).toEqual(["API_BASE_URL", "ALLOWED_HOSTS", "REDIRECT_HOSTS", "SESSION_SECRETS"]);
});

it.each([
  ["REDIRECT_HOST", "REDIRECT_HOSTS"],
  ["REDIRECTS_HOST", "REDIRECT_HOSTS"],
  ["PROVIDERS_OF", "PROVIDERS_OFF"],
  ["SESSION_SECRET", "SESSION_SECRETS"],
  ["PRODUCTION_ORIGIN", "PRODUCTION_ORIGINS"],
  ["API_BASE_URI", "API_BASE_URL"],
  ["REDIS_ULR", "REDIS_URL"],
  ["public_origin", "PUBLIC_ORIGIN"],
  ["PORTS", "PORT"],
])("%s is told: %s was meant", (given, meant) => {
  expect(mistakesOf({ [given]: "x" })).toEqual([`${given}: is not read; write ${meant}`]);
});

it("names of others are left alone, and close ones where the right one is set, too", () => {
  const others = ["POST", "HOSTNAME", "HOME", "PATH", "BASE_URL", "VPN_CHECKOUT_PORT", "OTEL_TRACES_SAMPLER", "DEV"];
  expect(mistakesOf(Object.fromEntries(others.map((name) => [name, "x"])))).toEqual([]);
  expect(mistakesOf({ PROVIDERS_OF: "so", PROVIDERS_OFF: "rb" })).toEqual([]);
});

it.each(["https://pay.shop.example:8443", "https://shop.example", "http://pay.shop.example"])(
  "%s, which no production origin is, takes no payments unless it says that it is a test",
  (PUBLIC_ORIGIN) => {
    const { host } = new URL(PUBLIC_ORIGIN);
    const source = { ...PRODUCTION, PUBLIC_ORIGIN, ALLOWED_HOSTS: host };
    expect(mistakesOf(source).join()).toMatch(/^PRODUCTION_ORIGINS: has https:.* PAYMENTS_TEST_MODE=1/);
    expect(mistakesOf({ ...source, PAYMENTS_TEST_MODE: "1" })).toEqual([]);
    expect(namesOf({ ...source, SESSION_SECRETS: "a".repeat(32) })).toEqual(["SESSION_SECRETS", "PRODUCTION_ORIGINS"]);
  },
);

it("production answers to its own name", () => {
  expect(namesOf({ ...PRODUCTION, ALLOWED_HOSTS: "www.shop.example" })).toEqual(["ALLOWED_HOSTS"]);
});

it.each([
  "a".repeat(32),
  "0123456789abcdef0123456789abcdef",
  "abcdefghijklmnopqrstuvwxyz0123456789",
  "Password1Password1Password1Password1",
  "our shop has a very long secret phrase",
  "Change-this-secret-before-2027-please",
])("in production %s is no secret, wherever it stands in the list", (weak) => {
  expect(namesOf({ ...PRODUCTION, SESSION_SECRETS: weak })).toEqual(["SESSION_SECRETS"]);
  expect(mistakesOf({ ...PRODUCTION, SESSION_SECRETS: `${SECRET},${weak}` }).join()).toContain("place 2");
  expect(mistakesOf({ ...API, SESSION_SECRETS: weak })).toEqual([]);
});

it("every random text is a secret", () => {
  const anySecret = fc
    .tuple(fc.uint8Array({ minLength: 24, maxLength: 64 }), fc.constantFrom<BufferEncoding>("base64", "hex"))
    .map(([seed, encoding]) => createHash("sha512").update(seed).digest().subarray(0, seed.length).toString(encoding));
  fc.assert(
    fc.property(anySecret, (secret) => {
      expect(mistakesOf({ ...PRODUCTION, SESSION_SECRETS: secret })).toEqual([]);
    }),
    { numRuns: runs(300) },
  );
});

/** Whatever is written where a secret belongs, in the files that an operator may copy from. */
function publishedSecrets(): string[] {
  const files = execFileSync("git", ["ls-files", "README.md", "app", "deploy", "docs", "host", "tests", "tools"], {
    cwd: ROOT,
  });
  const texts = files
    .toString()
    .trim()
    .split("\n")
    .map((path) => readFileSync(join(ROOT, path), "utf8"));
  return texts.flatMap((text) => [
    ...[...text.matchAll(/SESSION_SECRETS["']?[:=] ?["']?([^\s"'`,{}$]{32,})/g)].map(([, secret = ""]) => secret),
    ...[...text.matchAll(/["'=]([\w.-]*secret[\w.-]*)["'\n]/gi)]
      .map(([, secret = ""]) => secret)
      .filter(({ length }) => length >= 32),
  ]);
}

it("no secret that stands in this repository is one in production", () => {
  const published = [...new Set(publishedSecrets())];
  expect(published).toEqual(expect.arrayContaining(["for-this-machine-only-change-it-elsewhere"]));
  expect(published.length).toBeGreaterThan(4);
  const taken = published.filter((secret) => mistakesOf({ ...PRODUCTION, SESSION_SECRETS: secret }).length === 0);
  expect(taken).toEqual([]);
});

it.each(["password", "forthismachineonly", "old-password"])("in production %s is no password of Redis", (password) => {
  const REDIS_URL = `rediss://:${password}@cache.shop.example:6379`;
  expect(namesOf({ ...PRODUCTION, REDIS_URL })).toEqual(["REDIS_URL"]);
  expect(mistakesOf({ ...PRODUCTION, REDIS_URL }).join()).not.toContain(`:${password}@`);
  expect(mistakesOf({ ...PRODUCTION, REDIS_URL: REDIS_URL.replace(password, "k3Vq81") })).toEqual([]);
});

it("the error names how many mistakes there are, and each in a line of its own", () => {
  expect(() => readEnv({ PORT: "x", LOG_LEVEL: "x" })).toThrow(/2 mistakes:\n {2}PORT: .*\n {2}LOG_LEVEL: /);
  expect(() => readEnv({ PORT: "x" })).toThrow(/a mistake:\n/);
});

it("how long an affiliate's click counts can be set, up to what a browser keeps", () => {
  expect(readEnv({}).affiliateDays).toEqual({ cj: 45, cf: 30, admitad: 45 });
  expect(readEnv({ CF_DAYS: "7" }).affiliateDays).toEqual({ cj: 45, cf: 7, admitad: 45 });
  expect(namesOf({ CJ_DAYS: "0", CF_DAYS: "401", ADMITAD_DAYS: "x" })).toEqual(["CJ_DAYS", "CF_DAYS", "ADMITAD_DAYS"]);
});

it("how long is waited for the payments API can be set; a page has more time than one answer", () => {
  const times = (source: Record<string, string>) => {
    const { readMs, pageMs, purchaseWaitMs, purchaseCeilingMs } = readEnv(source);
    return [readMs, pageMs, purchaseWaitMs, purchaseCeilingMs];
  };
  expect(times({})).toEqual([3_000, 5_000, 8_000, 180_000]);
  expect(times({ READ_TIMEOUT_MS: "10000", PURCHASE_WAIT_MS: "2000" })).toEqual([10_000, 12_000, 2_000, 180_000]);
  expect(times({ PAGE_TIMEOUT_MS: "9000", PURCHASE_TIMEOUT_MS: "60000" })).toEqual([3_000, 9_000, 8_000, 60_000]);
  expect(times({ READ_TIMEOUT_MS: "180000" })).toEqual([180_000, 180_000, 8_000, 180_000]);
});

it.each(["0", "99", "180001", "1.5", "-1", "3s", "3e9", "NaN"])("%s is no time to wait", (text) => {
  expect(mistakesOf({ READ_TIMEOUT_MS: text })).toEqual([
    "READ_TIMEOUT_MS: must be whole milliseconds from 100 to 180000",
  ]);
});

it("when the site is too busy can be set", () => {
  expect(readEnv({})).toMatchObject({ pagesAtOnce: 300, busyAfterMs: 1_000 });
  expect(readEnv({ PAGES_AT_ONCE: "40", BUSY_AFTER_MS: "100" })).toMatchObject({ pagesAtOnce: 40, busyAfterMs: 100 });
  expect(namesOf({ PAGES_AT_ONCE: "0", BUSY_AFTER_MS: "1" })).toEqual(["PAGES_AT_ONCE", "BUSY_AFTER_MS"]);
});

it("times that contradict each other are a mistake", () => {
  expect(namesOf({ READ_TIMEOUT_MS: "6000", PAGE_TIMEOUT_MS: "5000" })).toEqual(["PAGE_TIMEOUT_MS"]);
  expect(namesOf({ PURCHASE_WAIT_MS: "8000", PURCHASE_TIMEOUT_MS: "7999" })).toEqual(["PURCHASE_TIMEOUT_MS"]);
});

it("the sandbox's mail goes to a mail server where one is named, from a sender that can be named, too", () => {
  const url = "smtp://user:secret@mail.example.com:587";
  expect(readEnv({}).mailServer).toBeUndefined();
  expect(readEnv({ SMTP_URL: url }).mailServer).toEqual({ url, from: expect.stringContaining("@") });
  const from = "VPN <receipts@example.com>";
  expect(readEnv({ SMTP_URL: url, MAIL_FROM: from }).mailServer).toEqual({ url, from });
});

it.each([
  { SMTP_URL: "https://mail.example.com" },
  { SMTP_URL: "mail.example.com:25" },
  { MAIL_FROM: "nobody" },
  { MAIL_FROM: "A <a@example.com>\r\nBcc: b@example.com" },
])("mail cannot be sent as %j", (source) => {
  expect(namesOf(source)).toEqual(Object.keys(source));
});

it("a mail server's password is not shown in the mistake", () => {
  expect(mistakesOf({ SMTP_URL: "http://user:hunter2@mail.example.com" }).join()).not.toContain("hunter2");
});

it("metrics are told nowhere unless a port is named for them, and then on loopback", () => {
  expect(readEnv({}).metrics).toBeUndefined();
  expect(readEnv({ METRICS_PORT: "9100" }).metrics).toEqual({ host: "127.0.0.1", port: 9100 });
  expect(readEnv({ METRICS_PORT: "9100", METRICS_HOST: "10.0.0.7" }).metrics).toEqual({ host: "10.0.0.7", port: 9100 });
  expect(namesOf({ METRICS_PORT: "x" })).toEqual(["METRICS_PORT"]);
});

it("several processes serve where the API makes one order of a form that comes to two of them", () => {
  expect(readEnv({}).workers).toBe(1);
  expect(readEnv({ WEB_CONCURRENCY: "2" }).workers).toBe(2);
  expect(readEnv({ ...API, WEB_CONCURRENCY: "4", API_IDEMPOTENT: "1" }).workers).toBe(4);
  expect(namesOf({ ...API, WEB_CONCURRENCY: "2" })).toEqual(["WEB_CONCURRENCY"]);
  expect(readEnv({ ...API, WEB_CONCURRENCY: "2", REDIS_URL: "redis://127.0.0.1:6379" }).workers).toBe(2);
  expect(namesOf({ SANDBOX_DRESS: "bare", WEB_CONCURRENCY: "2" })).toEqual(["WEB_CONCURRENCY"]);
});

it("copies that share a database need the same secrets", () => {
  const DATABASE_URL = "postgres://sandbox@127.0.0.1:5432/sandbox";
  expect(namesOf({ DATABASE_URL })).toEqual(["SESSION_SECRETS"]);
  expect(readEnv({ DATABASE_URL, SESSION_SECRETS: "x".repeat(32) }).databaseUrl).toBe(DATABASE_URL);
  expect(namesOf({ DATABASE_URL: "mysql://127.0.0.1/sandbox" })).toEqual(["DATABASE_URL"]);
});

it.each(["no header", "=x", "a=%zz", "a=%ff", "a=1,,b=2"])(
  "%j are no headers of a collector",
  (OTEL_EXPORTER_OTLP_HEADERS) => {
    expect(namesOf({ OTEL_EXPORTER_OTLP_HEADERS })).toEqual(["OTEL_EXPORTER_OTLP_HEADERS"]);
  },
);

it.each(["0", "-1", "1.5", "65", "many"])("%s is no number of processes", (text) => {
  expect(namesOf({ WEB_CONCURRENCY: text })).toEqual(["WEB_CONCURRENCY"]);
});

it("production listens on loopback unless HOST says otherwise, so that no one gets past the proxy", () => {
  expect(readEnv(PRODUCTION)).toMatchObject({ isProduction: true, host: "127.0.0.1" });
  expect(readEnv({ ...PRODUCTION, HOST: "0.0.0.0" }).host).toBe("0.0.0.0");
});
