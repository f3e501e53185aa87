import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import type { Guard } from "./guard";

/** How a program is run. */
export interface Command {
  /** What people call it in messages. */
  name: string;
  file: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** What it prints is added here. */
  logFile: string;
}

interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A program that runs in a process group of its own. */
export interface Program {
  /** To the program alone, not to those that it has started. */
  signal(name: NodeJS.Signals): void;
  /** Comes once it and all it has started are gone. */
  readonly ended: Promise<Ending>;
  isRunning(): boolean;
  /** The last lines that it has printed. */
  log(): string;
}

const LAST_LINES = 20;

export function run({ name, file, args, cwd, env, logFile }: Command, guard: Guard): Program {
  const log = openSync(logFile, "a");
  // Its output is a pipe that nobody writes to: whoever it starts holds it open, so "close" comes when all of them are gone.
  const child = spawn(file, args, {
    cwd,
    env: { NODE_ENV: "production" as const, ...env },
    detached: true,
    stdio: ["ignore", "pipe", log],
  });
  closeSync(log);
  child.stdout?.resume();
  const { pid } = child;
  if (pid !== undefined) guard.began(pid);
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once("error", (cause) => reject(new Error(`${name} does not start: ${cause.message}`, { cause })));
    child.once("close", (code, signal) => {
      if (pid !== undefined) guard.ended(pid);
      resolve({ code, signal });
    });
  });
  ended.catch(() => {});
  return {
    signal: (signal) => void child.kill(signal),
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    log: () => readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-LAST_LINES).join("\n"),
  };
}
