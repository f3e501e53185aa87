import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { databaseOf } from "./shared-database";

export interface SandboxProcess {
  base: string;
  /** As a power cut would: no handler of the process runs. */
  kill(): Promise<void>;
}

/** The sandbox in a process of its own, on a data folder and a free port; `more` of its environment. */
export async function startSandboxProcess(dataDir: string, more: Record<string, string> = {}): Promise<SandboxProcess> {
  const child = spawn(process.execPath, ["--import", "tsx", "sandbox/main.ts"], {
    env: { ...process.env, PORT: "0", DATA_DIR: dataDir, DATABASE_URL: (await databaseOf(dataDir)) ?? "", ...more },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { base: await firstLine(child), kill: () => killed(child) };
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error("The process has no output");
  for await (const line of createInterface(stdout)) return line;
  throw new Error("The sandbox ended before it said where it listens");
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}
