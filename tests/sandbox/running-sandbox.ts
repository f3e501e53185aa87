import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import pino from "pino";
import { onTestFinished } from "vitest";
import { DATABASE } from "../../payments/private-files";
import { openDatabase } from "../../payments/store/database";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox/start";
import { SANDBOX_DATABASE } from "../../sandbox/tables";
import type { Target } from "../../tools/contract/client";
import { makeDataFolder } from "../setup/data-folder";
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
  const folder = makeDataFolder("sandbox-test-");
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A sandbox on a free port, with its data in the folder, or in the database that stands for the folder. */
export async function startSandboxIn(dataDir: string, options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const own = { dataDir, databaseUrl: options.databaseUrl ?? (await databaseOf(dataDir)) };
  if (own.databaseUrl === undefined) await writeEmptyDatabase(dataDir, SANDBOX_DATABASE);
  return startSandbox({ host: "127.0.0.1", port: 0, siteOrigin: SITE, log, ...options, ...own });
}

/**
 * Gives a new folder a database with all its tables: to make those takes many times the CPU of all else that a start does.
 * @param name of the file
 */
export async function writeEmptyDatabase(dataDir: string, name?: string): Promise<void> {
  const file = join(dataDir, name ?? DATABASE);
  if (!existsSync(dataDir) || existsSync(file)) return;
  emptyDatabase ??= makeEmptyDatabase();
  await writeFile(file, await emptyDatabase, { mode: 0o600 });
}

/** Made once a worker. */
let emptyDatabase: Promise<Buffer> | undefined;

async function makeEmptyDatabase(): Promise<Buffer> {
  const folder = makeDataFolder("empty-database-");
  try {
    const db = await openDatabase(folder);
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    await db.destroy();
    return await readFile(join(folder, DATABASE));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A sandbox on a free port with a clock of its own; it ends with the test. */
export async function runningSandbox(options: Partial<SandboxOptions> = {}): Promise<Running> {
  const dataDir = options.dataDir ?? (await temporaryFolder());
  let skipped = 0;
  const now = () => Date.now() + skipped;
  const sandbox = await startSandboxIn(dataDir, { now, ...options });
  onTestFinished(() => sandbox.close());
  const pass = (seconds: number) => {
    skipped += seconds * 1000;
  };
  return { sandbox, dataDir, base: sandbox.origin, site: SITE, pass };
}
