import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { readEnv } from "~/env.server";
import { addresses, modeOf } from "../../host/start/addresses";
import { buildIfStale } from "../../host/start/build.mjs";
import { prepareDataFolder } from "../../host/start/embedded/data-folder";
import { storedSessionSecrets } from "../../host/start/embedded/session-secrets";
import { temporaryFolder } from "../setup/temporary-folder";
import { ended, ROOT, SITE, startProcess } from "./started-process";

/** The app is not built for these, nor is anything waited for; only starting node takes seconds where a machine is busy. */
const SOON_MS = 20_000;

beforeAll(() => buildIfStale(ROOT, "host"));

async function takenPort(): Promise<string> {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const address = other.address();
  return address !== null && typeof address === "object" ? address.port.toString() : "";
}

test("every mistake in the environment is told at once, and the start is over", async () => {
  const { code, stderr, ms } = await ended(startProcess(SITE, { PORT: "abc", LOG_LEVEL: "loud", PROVIDERS_OFF: "xx" }));
  expect(code).toBe(1);
  for (const name of ["PORT", "LOG_LEVEL", "PROVIDERS_OFF"]) expect(stderr).toContain(`${name}: `);
  expect(stderr).toMatch(/npm run check -- .+\n$/);
  expect(stderr).not.toContain("    at ");
  expect(ms).toBeLessThan(SOON_MS);
});

test("a port in use is named, with the variable that changes it", async () => {
  const PORT = await takenPort();
  const { code, stderr, ms } = await ended(startProcess(SITE, { PORT, DATA_DIR: temporaryFolder("host") }));
  expect(code).toBe(1);
  expect(stderr).toBe(`Port ${PORT} is in use. Set PORT to a free one.\n`);
  expect(ms).toBeLessThan(SOON_MS);
});

test("a sandbox port in use is named, with its own variable", async () => {
  const SANDBOX_PORT = await takenPort();
  const variables = { PORT: "0", SANDBOX_PORT, DATA_DIR: temporaryFolder("host") };
  const { code, stderr } = await ended(startProcess(SITE, variables));
  expect(code).toBe(1);
  expect(stderr).toContain(`Port ${SANDBOX_PORT} is in use. Set SANDBOX_PORT to a free one.`);
});

test("a file where the data folder should be is told, with the variable that moves the folder", async () => {
  const DATA_DIR = join(temporaryFolder("host"), "data");
  await writeFile(DATA_DIR, "");
  const { code, stderr, ms } = await ended(startProcess(SITE, { PORT: "0", DATA_DIR }));
  expect(code).toBe(1);
  expect(stderr).toContain(`The data folder ${DATA_DIR} cannot be written`);
  expect(stderr).toContain("Set DATA_DIR");
  expect(ms).toBeLessThan(SOON_MS);
});

test("the data folder is made, with all above it, and nothing is left in it", async () => {
  const folder = join(temporaryFolder("host"), "a", "b");
  await prepareDataFolder(folder);
  expect(await readdir(folder)).toEqual([]);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test("a folder nobody can write is refused, even to root", async () => {
  await expect(prepareDataFolder("/proc/data")).rejects.toThrow("cannot be written");
});

test("session secrets are made once, for this user only", async () => {
  const folder = temporaryFolder("host");
  const [first, second] = await Promise.all([storedSessionSecrets(folder), storedSessionSecrets(folder)]);
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(second).toBe(first);
  const file = join(folder, "session-secrets");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, "utf8")).toBe(first);
});

test("session secrets that others could read are closed", async () => {
  const file = join(temporaryFolder("host"), "session-secrets");
  await writeFile(file, "a-secret-that-is-long-enough-for-anybody");
  await chmod(file, 0o644);
  await storedSessionSecrets(dirname(file));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("a site for others that has no payments API does not start", async () => {
  const { code, stderr } = await ended(startProcess(SITE, { PUBLIC_ORIGIN: "https://pay.example.com", PORT: "0" }));
  expect(code).toBe(1);
  expect(stderr).toContain("API_BASE_URL: required");
  expect(stderr).toContain("SANDBOX_PUBLIC=1");
});

test("a damaged secret is not worked with", async () => {
  const folder = temporaryFolder("host");
  await writeFile(join(folder, "session-secrets"), "short");
  await expect(storedSessionSecrets(folder)).rejects.toThrow("damaged");
});

test("a metrics port in use is named, with its own variable", async () => {
  const METRICS_PORT = await takenPort();
  const variables = { PORT: "0", METRICS_PORT, DATA_DIR: temporaryFolder("host") };
  const { code, stderr } = await ended(startProcess(SITE, variables));
  expect(code).toBe(1);
  expect(stderr).toBe(`Port ${METRICS_PORT} is in use. Set METRICS_PORT to a free one.\n`);
});

const given = (variables: Record<string, string>) => modeOf(readEnv(variables));

test("a start says which mode runs, and why", () => {
  const onApi = {
    API_BASE_URL: "https://payments.example.com",
    REDIRECT_HOSTS: "pay.example.com",
    SESSION_SECRETS: randomBytes(36).toString("base64"),
  };
  const origin = { PUBLIC_ORIGIN: "https://pay.example.com", ALLOWED_HOSTS: "pay.example.com" };
  expect(given({})).toMatch(/^sandbox: API_BASE_URL is not set/);
  expect(given(onApi)).toMatch(/^trial: PUBLIC_ORIGIN is not https/);
  expect(given({ ...onApi, ...origin, PAYMENTS_TEST_MODE: "1" })).toMatch(/^test: PAYMENTS_TEST_MODE is 1/);
  expect(given({ ...onApi, ...origin, PRODUCTION_ORIGINS: origin.PUBLIC_ORIGIN })).toMatch(
    /^production: PUBLIC_ORIGIN is one of PRODUCTION_ORIGINS/,
  );
  const developed = addresses(readEnv({ NODE_ENV: "development" }), "http://localhost:3000", undefined);
  expect(developed).toMatch(/^Mode {7}sandbox: .* NODE_ENV is development\n/);
  const said = addresses(readEnv({}), "http://localhost:3000", undefined);
  expect(said).toMatch(/^Mode {7}sandbox: .*\nSite {7}http:\/\/localhost:3000\/\n$/);
});
