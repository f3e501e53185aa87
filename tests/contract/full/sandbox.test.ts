import { rm } from "node:fs/promises";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { type Sandbox, startSandbox } from "../../../sandbox/start";
import { checks } from "../../../tools/contract/checks/all";
import { receiptKeyChecks } from "../../../tools/contract/checks/receipt-keys";
import { trialChecks } from "../../../tools/contract/checks/trials";
import { Unseen } from "../../../tools/contract/unseen";
import { makeDataFolder } from "../../setup/data-folder";

const urlOf = (sent: Parameters<typeof fetch>[0]): string => (sent instanceof Request ? sent.url : String(sent));

describe("the sandbox keeps the contract:", () => {
  const siteOrigin = "http://localhost:3000";
  let dataDir: string;
  let sandbox: Sandbox;
  const calls = vi.spyOn(globalThis, "fetch");

  beforeAll(async () => {
    dataDir = makeDataFolder("sandbox-contract-");
    const log = pino({ level: "silent" });
    sandbox = await startSandbox({ host: "127.0.0.1", port: 0, dataDir, siteOrigin, log });
  });
  afterAll(async () => {
    calls.mockRestore();
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it.each(checks)("$name", async ({ run }) => {
    const error: unknown = await run({ base: sandbox.origin, site: siteOrigin }).catch((reason: unknown) => reason);
    // What does not show at the sandbox's default settings is looked at below.
    if (error !== undefined && !(error instanceof Unseen)) throw error;
  });

  const setTrial = (value: string) =>
    fetch(`${sandbox.origin}/control/settings.json`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ trial: value }),
    });

  const ofTrial = (words: string) => trialChecks.filter(({ name }) => name.includes(words));

  describe.each([
    { trial: "free", shown: ofTrial("free trial") },
    { trial: "free_without_card", shown: ofTrial("asks for no way to pay") },
  ])("with a trial that is $trial:", ({ trial, shown }) => {
    beforeAll(() => setTrial(trial));
    afterAll(() => setTrial("paid"));

    it.each([...shown, ...ofTrial("has not used a trial")])("$name", async ({ run }) => {
      await run({ base: sandbox.origin, site: siteOrigin });
    });
  });

  describe("with a coupon and a trial by which one address has two plans for nothing:", () => {
    beforeAll(() => setTrial("free_without_card"));
    afterAll(() => setTrial("paid"));

    it.each(receiptKeyChecks)("$name", async ({ run }) => {
      await run({ base: sandbox.origin, site: siteOrigin });
    });
  });

  it("and no call of it is left unchecked", () => {
    const called = new Set(calls.mock.calls.map(([address]) => new URL(urlOf(address)).pathname));
    const unchecked = Object.values(endpoints).filter(({ path }) => !called.has(path));
    expect(unchecked.map(({ path }) => path)).toEqual([]);
  });
});
