import { once } from "node:events";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { beforeAll, expect, it } from "vitest";
import type { z } from "zod";
import { commonParams, plans } from "~/upstream/contract/catalogue";
import { buildIfStale, PAYMENTS_BUILD } from "../../../host/start/build.mjs";
import { ended, ROOT, startProcess } from "../../host/started-process";
import { temporaryFolder } from "../../setup/temporary-folder";
import { LEAST } from "./variables";

beforeAll(() => buildIfStale(ROOT, "host"));

function variables() {
  const folder = temporaryFolder("payments");
  const PAYMENTS_CATALOGUE = join(folder, "catalogue.json");
  copyFileSync(join(ROOT, "deploy/catalogue.example.json"), PAYMENTS_CATALOGUE);
  const PAYMENTS_DATA_DIR = join(folder, "data");
  // A provider that nobody asks here: nothing listens there.
  const PAYMENTS_STRIPE_ORIGIN = "http://127.0.0.1:9";
  return { ...LEAST, PAYMENTS_CATALOGUE, PAYMENTS_DATA_DIR, PAYMENTS_STRIPE_ORIGIN, PAYMENTS_PORT: "0" };
}

/** Payments as `npm run payments` has them, once they listen. */
async function started(given: Record<string, string>) {
  const child = startProcess(PAYMENTS_BUILD, given);
  const said = new Map<string, string>();
  child.stderr.resume();
  for await (const line of createInterface(child.stdout)) {
    const [name = "", ...rest] = line.split(/\s{2,}/);
    said.set(name, rest.join(" "));
    if (name === "Its site") break;
  }
  return { child, said, origin: said.get("Payments") ?? "" };
}

const answered = async <S extends z.ZodType>(schema: S, url: string) => schema.parse(await (await fetch(url)).json());

it("every mistake is told at once, and the start is over", async () => {
  const given = { PAYMENTS_PORT: "abc", PAYMENTS_STRIPE_KEY: "hunter2", LOG_LEVEL: "loud" };
  const { code, stderr } = await ended(startProcess(PAYMENTS_BUILD, given));
  expect(code).toBe(1);
  for (const name of [...Object.keys(given), "PAYMENTS_CATALOGUE", "SESSION_SECRETS"])
    expect(stderr).toContain(`${name}: `);
  expect(stderr).not.toContain("hunter2");
  expect(stderr).not.toContain("    at ");
});

it("payments that were started answer the site, through the providers that are set up, and end when told", async () => {
  const given = variables();
  const { child, said, origin } = await started(given);
  expect(said.get("Its site")).toContain("REDIRECT_HOSTS=127.0.0.1:9 PAYMENTS_TEST_MODE=1");
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  const { plans: sold } = await answered(plans.answer, origin + plans.path);
  expect(sold.length).toBeGreaterThan(0);
  const params = await answered(commonParams.answer, origin + commonParams.path);
  expect(params).toMatchObject({ providers: ["so"], idempotency_keys: true });
  expect(params.recaptcha).toBeUndefined();
  for (const path of ["/control", "/control/faults", "/hosted/so/x", "/scripts/paddle.js"])
    expect((await fetch(origin + path)).status).toBe(404);

  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
});

it("the catalogue is read again on SIGHUP", async () => {
  const given = variables();
  const { child, origin } = await started(given);
  const sold = async () => (await answered(plans.answer, origin + plans.path)).plans.map(({ id }) => id);
  const text = readFileSync(given.PAYMENTS_CATALOGUE, "utf8");
  const replace = (changed: string) => {
    writeFileSync(given.PAYMENTS_CATALOGUE, changed);
    child.kill("SIGHUP");
  };
  expect(await sold()).toContain("monthly");
  replace(text.replace('"id": "monthly"', '"id": "each-month"'));
  await expect.poll(sold).toContain("each-month");
  replace(text);
  await expect.poll(sold).toContain("monthly");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

it("nothing that is for tests is in the compiled program", () => {
  const folder = join(ROOT, "build/host");
  const texts = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  const loaded = new Set<string>();
  const load = (name: string): void => {
    if (loaded.has(name)) return;
    loaded.add(name);
    for (const [, next = ""] of (texts.get(name) ?? "").matchAll(/["']\.\/([\w.-]+\.js)["']/g)) load(next);
  };
  load("payments.js");
  load("payments-process.js");
  const words = ["sandbox-site-key", "/control/faults", "/scripts/paddle.js", "PAYPAL *VPNCHECKOUT"];
  const inside = words.filter((word) => [...loaded].some((name) => texts.get(name)?.includes(word)));
  expect(loaded.size).toBeGreaterThan(2);
  expect(words.filter((word) => texts.get("sandbox-process.js")?.includes(word))).not.toEqual([]);
  expect(inside).toEqual([]);
});
