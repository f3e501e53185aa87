import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const ROOT = resolve(import.meta.dirname, "../..");

export interface Addresses {
  /** Origins, without a slash at the end. */
  site: string;
  sandbox: string;
}

export interface RunningSite {
  addresses: Addresses;
  /** As a power cut would: no handler of the process runs. The data folder stays. */
  kill(): Promise<void>;
  /** Starts it again after a kill, on the same ports and the same data. */
  restart(): Promise<void>;
  /** Ends it in the ordinary way and removes its data. */
  stop(): Promise<void>;
}

/** The site with its own sandbox, as `npm start` runs it, on free ports and an empty data folder. */
export async function startSite(): Promise<RunningSite> {
  const dataDir = await mkdtemp(join(tmpdir(), "journeys-"));
  const logFile = join(dataDir, "site.log");
  let child = run(dataDir, logFile, { PORT: "0", SANDBOX_PORT: "0" });
  const addresses = await printedAddresses(child, logFile);
  const ports = { PORT: new URL(addresses.site).port, SANDBOX_PORT: new URL(addresses.sandbox).port };
  return {
    addresses,
    kill: () => ended(child, "SIGKILL"),
    restart: async () => {
      child = run(dataDir, logFile, ports);
      await printedAddresses(child, logFile);
    },
    stop: async () => {
      await ended(child, "SIGTERM");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Ended at the latest with this process. What it logs is shown if it dies by itself. */
function run(dataDir: string, logFile: string, ports: { PORT: string; SANDBOX_PORT: string }): ChildProcess {
  const { PATH, HOME } = process.env;
  const log = openSync(logFile, "a");
  const env = { NODE_ENV: "production", LOG_LEVEL: "warn", DATA_DIR: dataDir, PATH, HOME, ...ports } as const;
  const child = spawn(process.execPath, ["--import", "tsx", "server.ts"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", log],
  });
  closeSync(log);
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  child.once("exit", (code, signal) => {
    process.off("exit", killWithUs);
    if (code !== 0 && signal === null) process.stderr.write(`The site died:\n${readFileSync(logFile, "utf8")}\n`);
  });
  return child;
}

async function printedAddresses(child: ChildProcess, logFile: string): Promise<Addresses> {
  const found = new Map<string, string>();
  if (child.stdout === null) throw new Error("The site has no output");
  for await (const line of createInterface(child.stdout)) {
    const [name = "", address = ""] = line.split(/\s+/);
    if (URL.canParse(address)) found.set(name, new URL(address).origin);
    const [site, sandbox] = [found.get("Site"), found.get("Sandbox")];
    if (site !== undefined && sandbox !== undefined) return { site, sandbox };
  }
  throw new Error(`The site ended before it said where it listens:\n${readFileSync(logFile, "utf8")}`);
}

async function ended(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill(signal);
  await exit;
}
