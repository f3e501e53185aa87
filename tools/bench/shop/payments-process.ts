import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, type Running } from "../processes/running";
import { runScript } from "../processes/scripts";

/** Where payments that are measured keep their data. */
export type Engine = { name: "SQLite"; folder: string } | { name: "PostgreSQL"; folder: string; url: string };

export interface Addresses {
  /** Of the provider, and of the operator's own server. */
  stripe: string;
  entitlements: string;
}

export const SITE = "http://localhost:3000";
export const STRIPE_SECRET = "whsec_of_the_bench";

/** Payments as `npm run payments` has them, in a process of their own; `origin` where they listen. */
export async function startMeasured(engine: Engine, { stripe, entitlements }: Addresses): Promise<Measured> {
  const running = runScript("payments", {
    PAYMENTS_CATALOGUE: join(ROOT, "deploy/catalogue.example.json"),
    PAYMENTS_PORT: "0",
    PAYMENTS_DATA_DIR: engine.folder,
    SITE_ORIGIN: SITE,
    SESSION_SECRETS: "a-secret-of-the-bench-that-is-long-enough",
    PAYMENTS_STRIPE_KEY: "sk_test_bench",
    PAYMENTS_STRIPE_WEBHOOK_SECRETS: STRIPE_SECRET,
    PAYMENTS_STRIPE_ORIGIN: stripe,
    PAYMENTS_ENTITLEMENTS_URL: entitlements,
    PAYMENTS_ENTITLEMENTS_SECRETS: `whsec_${randomBytes(32).toString("base64")}`,
    LOG_LEVEL: "error",
    ...(engine.name === "PostgreSQL" && { DATABASE_URL: engine.url }),
  });
  return { ...running, origin: await running.address() };
}

export type Measured = Running & { origin: string };

/** A folder that ends with this process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "bench-payments-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
