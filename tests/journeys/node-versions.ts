import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const CACHE = resolve(import.meta.dirname, "../../.cache");
/** Longer than 50 MB take on a slow line: where nothing answers, a test is skipped and not the whole run held up. */
const MOST_MS = 120_000;
const run = promisify(execFile);

/**
 * The program of one version of Node, from the npm registry; from then on it lies in .cache/. Not a dependency: each has 110 MB.
 * @returns undefined where the registry has none for this machine or cannot be reached
 */
export async function nodeProgram(version: string): Promise<string | undefined> {
  const program = join(CACHE, `node-${version}`);
  return existsSync(program) || (await fetched(version, program)) ? program : undefined;
}

/** The program gets its name when it is complete. */
async function fetched(version: string, program: string): Promise<boolean> {
  const folder = `${program}.part`;
  const options = { cwd: folder, timeout: MOST_MS };
  const packed = join(folder, "node.tgz");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    const { stdout } = await run("npm", ["pack", "--silent", packageOf(version)], options);
    await rename(join(folder, stdout.trim()), packed);
    await run("tar", ["-xzf", packed, "package/bin/node"], options);
    await rename(join(folder, "package/bin/node"), program);
    return true;
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const packageOf = (version: string): string => `node-${process.platform}-${process.arch}@${version}`;
