import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";

export const ROOT = resolve(import.meta.dirname, "../../..");

/** How long a process may take to end when it is asked to. */
const PATIENCE_MS = 15_000;

/** A program with all processes that it starts. */
export interface Running {
  /** Of the first process, and of the group of all of them. */
  pid: number;
  /** The first address that it prints; it may say before that it builds something. @throws where it ends without one */
  address(): Promise<string>;
  /** Ends all of its processes. */
  stop(): Promise<void>;
}

/** Runs a program in the project's folder with nothing of our environment but the paths. It ends at the latest with this process. */
export function run(program: string, args: readonly string[], variables: Readonly<Record<string, string>>): Running {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { NODE_ENV: "production", HOME, ...variables, PATH: `${resolve(ROOT, "node_modules/.bin")}:${PATH}` },
    stdio: ["ignore", "pipe", "inherit"],
    // A group of its own, so that whatever it starts can be ended and measured with it.
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} cannot be started`);
  const killWithUs = () => signalGroup(pid, "SIGKILL");
  process.once("exit", killWithUs);
  let isStopping = false;
  child.once("exit", (code, signal) => {
    process.off("exit", killWithUs);
    if (!isStopping) process.stderr.write(`${args.join(" ")} ended by itself: ${signal ?? `code ${code}`}\n`);
  });
  return {
    pid,
    address: () => addressFrom(child),
    stop: () => {
      isStopping = true;
      return stop(child, pid);
    },
  };
}

function signalGroup(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // All of it has ended already.
  }
}

async function stop(child: ChildProcess, pid: number): Promise<void> {
  const isOver = child.exitCode !== null || child.signalCode !== null;
  const exit = isOver ? undefined : once(child, "exit");
  signalGroup(pid, "SIGTERM");
  const timer = setTimeout(() => signalGroup(pid, "SIGKILL"), PATIENCE_MS);
  await exit;
  clearTimeout(timer);
}

async function addressFrom({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("The process has no output");
  for await (const line of createInterface(stdout)) {
    const address = /https?:\/\/\S+/.exec(line)?.[0];
    if (address === undefined) continue;
    // What it prints later has no reader; left alone it would fill the pipe and stop the process.
    stdout.resume();
    return address;
  }
  throw new Error("The process ended before it printed an address");
}
