// @ts-check
// Plain JavaScript: `npm start` and `npm run build` run it before anything is compiled.
import { execFile } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const SHARED = ["app", "package-lock.json", "tsconfig.json"];

/** What each build is made of, the file that says when, and the installed tool that makes it. */
const BUILDS = {
  app: {
    output: join("build", "app", "server", "index.js"),
    sources: [...SHARED, "locales", "public", "vite.config.ts", "vite.host.config.ts"],
    command: ["remix", "vite:build"],
  },
  host: {
    output: join("build", "host", "main.js"),
    sources: [...SHARED, "server.ts", "host", "payments", "sandbox", "mails", "vite.host.config.ts"],
    command: ["vite", "build", "--config", "vite.host.config.ts"],
  },
};

/**
 * `app`: the Remix app, its server's part and its browsers'. `host`: server.ts, the payments API and the sandbox.
 * @typedef {keyof typeof BUILDS} BuildName
 */

export const APP_BUILD = BUILDS.app.output;
export const HOST_BUILD = BUILDS.host.output;
/** `npm run payments`: compiled with the host. */
export const PAYMENTS_BUILD = join("build", "host", "payments.js");
export const CLIENT_BUILD = join("build", "app", "client");

/** Every build has sources in it. */
const SOURCES = "app";

/**
 * Whether a build is missing or older than its sources. An image has only what was built, and no sources to be older than;
 * of the few folders that it has besides, the time says when the image was made.
 * @param {string} root the project's folder
 * @param {BuildName} name
 */
export function isBuildStale(root, name) {
  const { output, sources } = BUILDS[name];
  const builtAt = changedAt(join(root, output));
  if (builtAt > 0 && !existsSync(join(root, SOURCES))) return false;
  return sources.some((source) => newestIn(join(root, source)) > builtAt);
}

/**
 * Builds in a process of its own, so that nothing of the tools stays in this one. Prints what they warn of.
 * @param {string} root the project's folder
 * @param {BuildName} name
 * @param {AbortSignal} [signal] ends it early
 * @throws {Error} with the build's output where it fails
 */
export async function build(root, name, signal) {
  process.stdout.write(`Building the ${name} …\n`);
  const [tool = "", ...args] = BUILDS[name].command;
  const cli = join(root, "node_modules", ".bin", tool);
  const env = /** @type {const} */ ({ ...process.env, NODE_ENV: "production" });
  const run = promisify(execFile)(process.execPath, [cli, ...args], { cwd: root, env, signal });
  const { stderr } = await run.catch((error) => {
    throw new Error(`The ${name} cannot be built:\n${outputOf(error)}`);
  });
  process.stderr.write(stderr);
}

/**
 * Builds what is missing or stale.
 * @param {string} root the project's folder
 * @param {BuildName} name
 * @param {AbortSignal} [signal] ends it early
 */
export async function buildIfStale(root, name, signal) {
  if (isBuildStale(root, name)) await build(root, name, signal);
}

/**
 * When a file last changed, in milliseconds; 0 where there is none.
 * @param {string} path
 */
const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * A folder's own time counts too: it changes when a file in it is deleted.
 * @param {string} path
 */
function newestIn(path) {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const inside = isFolder ? readdirSync(path, { recursive: true, encoding: "utf8" }) : [];
  return Math.max(changedAt(path), ...inside.map((name) => changedAt(join(path, name))));
}

/** @param {unknown} error */
function outputOf(error) {
  if (!(error instanceof Error)) return String(error);
  const output = "stdout" in error && "stderr" in error ? `${error.stdout}${error.stderr}` : "";
  return output === "" ? error.message : output;
}
