import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Logger } from "pino";
import { z } from "zod";
import { programOf } from "../root";
import { StartError } from "../start-error";
import { STOP } from "../stop";

interface Embedded<Started> {
  started: Started;
  signal(signal: "SIGHUP"): void;
  close(): Promise<void>;
}

interface Program<S extends z.ZodType> {
  /** For people: "the sandbox". */
  name: string;
  source: Parameters<typeof programOf>[0];
  variables: Readonly<Record<string, string>>;
  /** What it says once it has started. */
  started: S;
}

/**
 * Starts a payments API in a process of its own, so that its database and timers take nothing from the site's. It ends with this process,
 * however that ends. If it ends by itself, so does the site: without a payments API it has nothing to sell, and a supervisor starts both
 * again on the same data. @throws StartError
 */
export async function startEmbedded<S extends z.ZodType>(
  { name, source, variables, started }: Program<S>,
  log: Logger,
): Promise<Embedded<z.output<S>>> {
  const child = fork(programOf(source), { env: { ...process.env, ...variables } });
  const report = reportRead.parse(await reportOf(child, name));
  if ("problem" in report) throw new StartError(report.problem);
  log.info({ api: name, pid: child.pid }, "a payments API runs in a process of its own");
  const endWithIt = (code: number | null, signal: string | null) => {
    log.fatal({ api: name, code, signal }, "the payments API of this site has ended by itself, so the site ends, too");
    process.exit(1);
  };
  child.once("exit", endWithIt);
  const close = async () => {
    child.off("exit", endWithIt);
    const ended = once(child, "exit");
    child.send(STOP);
    await ended;
  };
  return { started: started.parse(report.started), signal: (signal) => void child.kill(signal), close };
}

/** The one message that the process sends. `problem`: why it did not start, for the operator. */
const reportRead = z.union([z.object({ problem: z.string() }), z.object({ started: z.unknown() })]);

/** What it says first, or that it ended before it said anything. */
const reportOf = (child: ChildProcess, name: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve({ problem: `At its start ${name} ended (${signal ?? code}).` }));
  });
