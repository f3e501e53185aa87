import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { commonParams, plans } from "~/upstream/contract/catalogue";
import { buildIfStale, PAYMENTS_BUILD } from "../../../host/start/build.mjs";
import { ended, ROOT, startProcess } from "../../host/started-process";
import { temporaryFolder } from "../../setup/temporary-folder";
import { LEAST } from "./variables";

beforeAll(() => buildIfStale(ROOT, "host"));

const CATALOGUE = join(ROOT, "deploy/catalogue.example.json");

function variables() {
  const folder = temporaryFolder("payments");
  const PAYMENTS_CATALOGUE = join(folder, "catalogue.json");
  writeFileSync(PAYMENTS_CATALOGUE, readFileSync(CATALOGUE));
  const PAYMENTS_DATA_DIR = join(folder, "data");
  // A provider that nobody asks here: nothing listens there.
  const PAYMENTS_STRIPE_ORIGIN = "http://127.0.0.1:9";
  return { ...LEAST, PAYMENTS_CATALOGUE, PAYMENTS_DATA_DIR, PAYMENTS_STRIPE_ORIGIN, PAYMENTS_PORT: "0" };
}

/** Payments as `npm run payments` has them, once they listen. */
async function started(given: Record<string, string>) {
  const child = startProcess(PAYMENTS_BUILD, given);
  const said = new Map<string, string>();
  const log: string[] = [];
  createInterface(child.stderr).on("line", (line) => log.push(line));
  for await (const line of createInterface(child.stdout)) {
    const [name = "", ...rest] = line.split(/\s{2,}/);
    said.set(name, rest.join(" "));
    if (name === "Its site") break;
  }
  return { child, said, log, origin: said.get("Payments") ?? "" };
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

it("a catalogue with mistakes is not sold from", async () => {
  const given = variables();
  writeFileSync(given.PAYMENTS_CATALOGUE, "{}");
  const { code, stderr } = await ended(startProcess(PAYMENTS_BUILD, given));
  expect(code).toBe(1);
  expect(stderr).toContain("plans");
});

it("payments that were started sell what the catalogue has, through the providers that are set up", async () => {
  const given = variables();
  const { child, said, origin, log } = await started(given);
  expect(said.get("Its site")).toContain("REDIRECT_HOSTS=127.0.0.1:9 PAYMENTS_TEST_MODE=1");
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  const { plans: sold } = await answered(plans.answer, origin + plans.path);
  const ids = z
    .object({ plans: z.array(z.object({ id: z.string() })) })
    .parse(JSON.parse(readFileSync(CATALOGUE, "utf8")));
  expect(sold.map(({ id }) => id)).toEqual(ids.plans.map(({ id }) => id));
  const params = await answered(commonParams.answer, origin + commonParams.path);
  expect(params).toMatchObject({ providers: ["so"], idempotency_keys: true });
  expect(params.recaptcha).toBeUndefined();
  for (const path of ["/control", "/control/faults", "/hosted/so/x", "/scripts/paddle.js"])
    expect((await fetch(origin + path)).status).toBe(404);

  writeFileSync(given.PAYMENTS_CATALOGUE, "{}");
  child.kill("SIGHUP");
  await expect.poll(() => log.join("\n")).toContain("the last good one is used");
  expect((await answered(plans.answer, origin + plans.path)).plans).toHaveLength(sold.length);
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
});

it("an operator's commands find the database with the variables of the site that started payments, and make none", async () => {
  const { PAYMENTS_DATA_DIR, SESSION_SECRETS, ...given } = variables();
  const ofSite = { ...given, DATA_DIR: join(PAYMENTS_DATA_DIR, "..") };
  const early = await ended(startProcess(PAYMENTS_BUILD, ofSite, "todo"));
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining("see PAYMENTS_DATA_DIR")]);
  const { child } = await started({ ...ofSite, SESSION_SECRETS });
  expect(await ended(startProcess(PAYMENTS_BUILD, ofSite, "todo"))).toMatchObject({ code: 0, stderr: "" });
  const books = startProcess(PAYMENTS_BUILD, ofSite, "books", "2020-10");
  const [answer, { code, stderr }] = await Promise.all([text(books.stdout), ended(books)]);
  expect([code, answer]).toEqual([0, expect.stringMatching(/^time,.*\r\n$/)]);
  expect(stderr).toBe("Nothing moved from 2020-10-01 to 2020-11-01.\n");
  child.kill("SIGTERM");
  await once(child, "exit");
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
  const words = ["sandbox-site-key", "/control/faults", "/scripts/paddle.js", "Sandbox wallet"];
  const inside = words.filter((word) => [...loaded].some((name) => texts.get(name)?.includes(word)));
  expect(loaded.size).toBeGreaterThan(2);
  expect(words.filter((word) => texts.get("sandbox-process.js")?.includes(word))).not.toEqual([]);
  expect(inside).toEqual([]);
});
