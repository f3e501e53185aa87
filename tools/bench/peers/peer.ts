import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../../../tests/journeys/free-port";
import type { Comparison } from "../processes/comparison";
import { run } from "../processes/running";
import { untilAnswered } from "../processes/site";

/** An app of another framework: what it is made of, and how it is built and served by Node. */
export interface PeerApp {
  name: string;
  /** From the registry, each at one version. */
  packages: Readonly<Record<string, string>>;
  /** By their paths in the app's folder. */
  files: Readonly<Record<string, string>>;
  /** A script in the folder, with its arguments. */
  build: readonly string[];
  serve: (port: string) => readonly string[];
}

/** Makes the app in a folder of its own, outside the project, and serves it as in production. Nothing of it stays. */
export async function startPeer(app: PeerApp): Promise<Comparison> {
  const folder = await mkdtemp(join(tmpdir(), "bench-peer-"));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    await make(app, folder);
    const served = await serve(app, folder);
    return { ...served, stop: () => served.stop().then(removeFolder) };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

async function make({ packages, files, build }: PeerApp, folder: string): Promise<void> {
  const manifest = JSON.stringify({ private: true, type: "module", dependencies: packages });
  for (const [path, text] of Object.entries({ ...files, "package.json": manifest })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const { PATH, HOME } = process.env;
  const options = { cwd: folder, env: { NODE_ENV: "production" as const, PATH, HOME, NEXT_TELEMETRY_DISABLED: "1" } };
  await promisify(execFile)("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], options);
  await promisify(execFile)(process.execPath, build, options);
}

async function serve({ serve: command }: PeerApp, folder: string): Promise<Comparison> {
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const variables = { PORT: port, HOST: "127.0.0.1", NEXT_TELEMETRY_DISABLED: "1" };
  const running = run("sh", ["-c", 'cd "$0" && exec "$@"', folder, process.execPath, ...command(port)], variables);
  try {
    await untilAnswered(`${origin}/`);
    return { origin, group: running.pid, stop: () => running.stop() };
  } catch (error) {
    await running.stop();
    throw error;
  }
}
