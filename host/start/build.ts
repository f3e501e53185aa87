import { execFile } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartError } from "./start-error";

const SOURCES = ["app", "locales", "public", "vite.config.ts", "package-lock.json"];
export const SERVER_BUILD = join("build", "server", "index.js");
export const CLIENT_BUILD = join("build", "client");

/** Whether the build is missing or older than its sources. */
export async function isBuildStale(root: string): Promise<boolean> {
  const builtAt = await changedAt(join(root, SERVER_BUILD));
  const sources = await Promise.all(SOURCES.map((source) => newestIn(join(root, source))));
  return builtAt < Math.max(...sources);
}

/** @throws StartError with the build's output where it fails */
export async function build(root: string, signal: AbortSignal): Promise<void> {
  const cli = join(root, "node_modules", ".bin", "remix");
  const env = { ...process.env, NODE_ENV: "production" } as const;
  const run = promisify(execFile)(process.execPath, [cli, "vite:build"], { cwd: root, env, signal });
  await run.catch((error: unknown) => {
    throw new StartError(`The app cannot be built:\n${outputOf(error)}`);
  });
}

/** When a file last changed, in milliseconds; 0 where there is none. */
const changedAt = (path: string): Promise<number> =>
  stat(path).then(
    (found) => found.mtimeMs,
    () => 0,
  );

/** A folder's own time counts too: it changes when a file in it is deleted. */
async function newestIn(path: string): Promise<number> {
  const inside = await readdir(path, { recursive: true }).catch(() => []);
  const times = await Promise.all([path, ...inside.map((name) => join(path, name))].map(changedAt));
  return Math.max(...times);
}

function outputOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const output = "stdout" in error && "stderr" in error ? `${error.stdout}${error.stderr}` : "";
  return output === "" ? error.message : output;
}
