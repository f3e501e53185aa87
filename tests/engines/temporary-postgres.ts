import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";

const DEBIAN = "/usr/lib/postgresql";

/** The folder of PostgreSQL's programs, of the newest version that is installed; undefined: there is none. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one)) : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

export interface TemporaryPostgres {
  url: string;
  /** Ends it as a power cut would; committed writes are on the disk. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends it, and removes its data. */
  remove(): Promise<void>;
}

/** PostgreSQL refuses to run as root. */
const USER = process.getuid?.() === 0 ? "postgres" : undefined;
const asUser = (command: string[]): [string, string[]] => {
  const [program = "", ...args] =
    USER === undefined ? command : ["setpriv", `--reuid=${USER}`, `--regid=${USER}`, "--clear-groups", ...command];
  return [program, args];
};

/**
 * A PostgreSQL of its own on loopback, with its data in a temporary folder.
 * @param programs the folder of its programs
 * @param settings such as `fsync=off`
 */
export async function startPostgres(
  programs: string,
  port: number,
  settings: readonly string[] = [],
): Promise<TemporaryPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "pg-"));
  if (USER !== undefined) {
    const [uid, gid] = ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, USER], { encoding: "utf8" })));
    chownSync(folder, uid ?? 0, gid ?? 0);
  }
  const data = join(folder, "data");
  execFileSync(
    ...asUser([join(programs, "initdb"), "-D", data, "-U", "sandbox", "--auth=trust", "-E", "UTF8", "--no-sync"]),
  );
  const options = [
    "-D",
    data,
    "-p",
    `${port}`,
    "-h",
    "127.0.0.1",
    "-k",
    folder,
    ...settings.flatMap((setting) => ["-c", setting]),
  ];
  const url = `postgres://sandbox@127.0.0.1:${port}/postgres`;
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals) => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  const start = async () => {
    child = spawn(...asUser([join(programs, "postgres"), ...options]), { stdio: "ignore" });
    while (!(await answers(url))) await setTimeout(50);
  };
  await start();
  return {
    url,
    start,
    kill: () => end("SIGQUIT"),
    remove: async () => {
      await end("SIGINT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
