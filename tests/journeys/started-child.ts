import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";

const ROOT = resolve(import.meta.dirname, "../..");

/** Journeys side by side on a slow machine are no overload and no attack, and its sandbox is slow without being at fault. */
const PATIENT = {
  ORDERS_PER_NETWORK: "1000000",
  PAGES_AT_ONCE: "1000",
  BUSY_AFTER_MS: "60000",
  READ_TIMEOUT_MS: "15000",
  PURCHASE_WAIT_MS: "30000",
} as const;

/** For a site whose API is slow on purpose: as long as it waits for real buyers. */
export const ORDINARY_WAITS = { READ_TIMEOUT_MS: "3000", PURCHASE_WAIT_MS: "8000" } as const;

export interface StartedChild {
  pid: number | undefined;
  /** Reads what it prints until `pick` has found something. @throws with its log, where it ends before. */
  firstPrinted<T>(pick: (line: string) => T | undefined): Promise<T>;
  /** @throws where it was told to end by SIGTERM, and did not with 0. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
}

/**
 * Runs node in the project's folder, or in a copy of it, with nothing of our environment but the paths. It ends at the latest with this
 * process, and what it has logged is shown if it dies by itself.
 */
export function startChild(
  args: string[],
  variables: Record<string, string>,
  logFile: string,
  node = process.execPath,
  cwd = ROOT,
): StartedChild {
  const { PATH, HOME } = process.env;
  const log = openSync(logFile, "a");
  const env = { NODE_ENV: "production", LOG_LEVEL: "warn", ...PATIENT, PATH, HOME, ...variables } as const;
  const child = spawn(node, args, { cwd, env, stdio: ["ignore", "pipe", log] });
  closeSync(log);
  const killWithUs = () => child.kill("SIGKILL");
  // Before its data folder is removed, which it could write to.
  process.prependOnceListener("exit", killWithUs);
  child.once("exit", (code, signal) => {
    process.off("exit", killWithUs);
    if (code !== 0 && signal === null)
      process.stderr.write(`${args.join(" ")} died:\n${readFileSync(logFile, "utf8")}\n`);
  });
  return {
    pid: child.pid,
    firstPrinted: (pick) => firstPrinted(child, pick, logFile),
    end: (signal) => ended(child, signal),
  };
}

async function firstPrinted<T>({ stdout }: ChildProcess, pick: (line: string) => T | undefined, logFile: string) {
  if (stdout === null) throw new Error("The process has no output");
  for await (const line of createInterface(stdout)) {
    const found = pick(line);
    if (found === undefined) continue;
    // What it prints later has no reader; left alone it would fill the pipe and stop the process.
    stdout.resume();
    return found;
  }
  throw new Error(`The process ended before it said where it listens:\n${readFileSync(logFile, "utf8")}`);
}

/** "close" comes once everybody is gone who could write to its output: its sandbox, too. */
async function ended(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill(signal);
  const [code] = await closed;
  if (signal === "SIGTERM" && code !== 0) throw new Error(`The process ended with ${code}`);
}
