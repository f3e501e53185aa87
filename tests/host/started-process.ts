import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

export const ROOT = resolve(import.meta.dirname, "../..");

export interface Ended {
  code: number | null;
  stderr: string;
  ms: number;
}

/** What `npm start` runs. */
export const SITE = "host/start/launch.mjs";

/** Runs a script of the project, compiled or not; ended with the test at the latest. */
export function startProcess(
  script: string,
  variables: Record<string, string>,
  ...words: string[]
): ChildProcessWithoutNullStreams {
  const { PATH, HOME } = process.env;
  const env = { NODE_ENV: "production", PATH, HOME, ...variables } as const;
  const loader = script.endsWith(".ts") ? ["--import", "tsx"] : [];
  const child = spawn(process.execPath, [...loader, resolve(ROOT, script), ...words], { cwd: ROOT, env });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Waits until it exits by itself. */
export async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const startedAt = performance.now();
  const said = text(child.stderr);
  const [code] = await once(child, "exit");
  return { code, stderr: await said, ms: performance.now() - startedAt };
}
