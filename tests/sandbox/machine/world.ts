import { rm } from "node:fs/promises";
import { makeDataFolder } from "../../setup/data-folder";
import { readLedger } from "../ledger";
import { SITE, startSandboxIn } from "../running-sandbox";

const START = Date.UTC(2027, 0, 15);

export type World = Awaited<ReturnType<typeof openWorld>>;

/** A sandbox of its own whose clock stands still until it is moved, and which may go down and come up again. */
export async function openWorld() {
  const dataDir = makeDataFolder("machine-test-");
  let time = START;
  const start = () => startSandboxIn(dataDir, { now: () => time });
  let sandbox = await start();
  const at = (path: string) => new URL(path, sandbox.origin);
  const post = (path: string, body: URLSearchParams) => fetch(at(path), { method: "POST", body, redirect: "manual" });
  return {
    target: () => ({ base: sandbox.origin, site: SITE }),
    now: () => time,
    pass: (seconds: number) => {
      time += seconds * 1000;
    },
    restart: async () => {
      await sandbox.close();
      sandbox = await start();
    },
    close: async () => {
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
    page: async (path: string) => (await fetch(at(path))).text(),
    press: async (path: string, fields: URLSearchParams) => {
      const { status } = await post(path, fields);
      if (status !== 303 && status !== 200) throw new Error(`the payment page answered ${status}`);
    },
    setUp: async (settings: Record<string, string>) => {
      const headers = { "Content-Type": "application/json" };
      const body = JSON.stringify(settings);
      const { status } = await fetch(at("/control/settings.json"), { method: "POST", headers, body });
      if (status !== 200) throw new Error(`the settings were answered with ${status}`);
    },
    refund: (orderId: string) => post(`/control/orders/${orderId}/refund`, new URLSearchParams()),
    ledger: () => readLedger(sandbox.origin),
  };
}
