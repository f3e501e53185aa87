import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { onTestFinished } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox/start";
import type { Target } from "../contract/client";
import { databaseOf } from "./shared-database";

export const SITE = "http://localhost:3000";
const log = pino({ level: "silent" });

export interface Running extends Target {
  sandbox: Sandbox;
  dataDir: string;
  /** Moves the sandbox's clock on. */
  pass(seconds: number): void;
}

/** A data folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sandbox-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A sandbox on a free port with a clock of its own; it ends with the test. */
export async function runningSandbox(options: Partial<SandboxOptions> = {}): Promise<Running> {
  const dataDir = options.dataDir ?? (await temporaryFolder());
  let skipped = 0;
  const now = () => Date.now() + skipped;
  const own = { dataDir, databaseUrl: options.databaseUrl ?? (await databaseOf(dataDir)) };
  const sandbox = await startSandbox({ host: "127.0.0.1", port: 0, siteOrigin: SITE, log, now, ...options, ...own });
  onTestFinished(() => sandbox.close());
  const pass = (seconds: number) => {
    skipped += seconds * 1000;
  };
  return { sandbox, dataDir, base: sandbox.origin, site: SITE, pass };
}
