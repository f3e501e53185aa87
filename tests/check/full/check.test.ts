import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import pino from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { startSandbox } from "../../../sandbox/start";
import { readiness } from "../../../tools/check/readiness";
import { freePort } from "../../journeys/free-port";
import { makeDataFolder } from "../../setup/data-folder";
import { temporaryFolder } from "../../setup/temporary-folder";

const ROOT = resolve(import.meta.dirname, "../../..");

/** What `npm run check` writes about a file of variables, and whether it says that all is done. */
function check(variables: Record<string, string>) {
  const file = join(temporaryFolder("check"), "site.env");
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(file, lines.join(""));
  const args = ["--import", "tsx", "tools/check/run.ts", file];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
  return { status, stdout, stderr };
}

/** The same in this process, which takes a tenth of the time. */
async function checkHere(variables: Record<string, string>, isOffline: boolean) {
  const said: string[] = [];
  const stdout = vi.spyOn(process.stdout, "write").mockImplementation((text) => said.push(String(text)) > 0);
  onTestFinished(() => stdout.mockRestore());
  const isReady = await readiness(variables, isOffline);
  stdout.mockRestore();
  return { isReady, stdout: said.join("") };
}

const WHOLE = {
  PUBLIC_ORIGIN: "https://pay.vela-vpn.com",
  PRODUCTION_ORIGINS: "https://pay.vela-vpn.com",
  ALLOWED_HOSTS: "pay.vela-vpn.com",
  API_BASE_URL: "https://payments.vela-vpn.com",
  REDIRECT_HOSTS: "checkout.vela-vpn.com",
  SESSION_SECRETS: randomBytes(36).toString("base64"),
};

test("variables, brands and the payments API are told on one page, each with what is to be done", async () => {
  const API_BASE_URL = `http://127.0.0.1:${await freePort()}`;
  const { ALLOWED_HOSTS, ...rest } = WHOLE;
  const { status, stdout } = check({ ...rest, API_BASE_URL, PROVIDERS_OF: "so" });
  expect(status).toBe(1);
  expect(stdout).toContain("Variables: 2 to be done\n  PROVIDERS_OF: is not read; write PROVIDERS_OFF\n");
  expect(stdout).toContain("\n  ALLOWED_HOSTS: required in production: pay.vela-vpn.com\n");
  expect(stdout).toMatch(/Brands \(app\/visitor\/brand\/\): \d+ to be done\n {2}101\.json policyUrl: /);
  expect(stdout).toMatch(/\nPayments API\n(.|\n)+\nNot ready for production\.\n$/);
});

test("what production asks for is told at once, also where nothing says that this is production", async () => {
  const { ALLOWED_HOSTS, ...rest } = WHOLE;
  const { stdout } = await checkHere({ ...rest, PRODUCTION_ORIGINS: "", SESSION_SECRETS: "a".repeat(32) }, true);
  const names = [...(stdout.split("\n\nBrands")[0] ?? "").matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name);
  expect(names.sort()).toEqual(["ALLOWED_HOSTS", "PRODUCTION_ORIGINS", "SESSION_SECRETS"]);
});

test("the mode is told, and what is no production yet is not ready", async () => {
  const whole = await checkHere(WHOLE, true);
  expect(whole.stdout).toMatch(/^Mode: production: .*\n\nVariables: nothing to be done\n/);
  expect(whole.stdout).not.toContain("Payments API");
  const tried = await checkHere({ ...WHOLE, PRODUCTION_ORIGINS: "", PAYMENTS_TEST_MODE: "1" }, true);
  expect(tried.isReady).toBe(false);
  expect(tried.stdout).toMatch(/^Mode: test: .*\n\nVariables: 1 to be done\n {2}PRODUCTION_ORIGINS: /);
});

test("without a file it says how it is used", () => {
  const args = ["--import", "tsx", "tools/check/run.ts"];
  expect(spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("usage: npm run check -- <file of variables>"),
  });
});

test("a payment page's host that REDIRECT_HOSTS does not have is told, as is how the payments API stands to the contract", async () => {
  const dataDir = makeDataFolder("check-");
  const log = pino({ level: "silent" });
  const siteOrigin = WHOLE.PUBLIC_ORIGIN;
  const sandbox = await startSandbox({ host: "127.0.0.1", port: 0, dataDir, siteOrigin, log });
  onTestFinished(async () => {
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const { stdout } = await checkHere({ ...WHOLE, API_BASE_URL: sandbox.origin }, false);
  const { host } = new URL(sandbox.origin);
  expect(stdout).toMatch(/\nPayments API\n(.|\n)*\nCould not be tried: /);
  expect(stdout).toContain(`Hosts of payment pages: 1 to be done\n  REDIRECT_HOSTS: ${host} is missing`);
});
