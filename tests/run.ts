import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { buildIfStale } from "../host/start/build.mjs";
import { hasPostgres } from "./setup/own-postgres";

const ROOT = resolve(import.meta.dirname, "..");

/** One thing that has to pass: a tool that is installed here, and its arguments. */
interface Check {
  name: string;
  tool: string;
  args: string[];
}

const lint = { name: "lint", tool: "biome", args: ["ci", "."] };
const types = { name: "types", tool: "tsc", args: [] };
const tests = (name: string, ...projects: string[]): Check => ({
  name,
  tool: "vitest",
  args: ["run", ...projects.flatMap((project) => ["--project", project])],
});

/** The sandbox's tests once more, on PostgreSQL; only where that is installed. */
const onPostgres = hasPostgres ? [tests("postgres", "postgres")] : [];

/** Two rows side by side, for two cores; what stands in one row runs one after the other. */
const ROWS: Readonly<Record<string, Check[][]>> = {
  short: [[lint, tests("journeys", "journeys"), types, tests("dom", "dom")], [tests("tests", "unit", "routes")]],
  full: [[tests("journeys", "full-journeys")], [tests("tests", "unit", "routes"), ...onPostgres]],
};

const running = new Set<ChildProcess>();
const failed: { name: string; output: string[] }[] = [];
const begun = Date.now();

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const since = (start: number): string => `${((Date.now() - start) / 1000).toFixed(1)} s`;

/** Every line is shown as it comes, with the name of its check, and kept for the end. */
async function show(stream: Readable, name: string, output: string[]): Promise<void> {
  for await (const line of createInterface(stream)) {
    output.push(line);
    if (line.trim() !== "") say(`${name.padEnd(9)}| ${line}`);
  }
}

async function run({ name, tool, args }: Check, effort: string): Promise<void> {
  const start = Date.now();
  say(`${name} began: ${[tool, ...args].join(" ")}`);
  const child = spawn(join(ROOT, "node_modules", ".bin", tool), args, {
    cwd: ROOT,
    env: { ...process.env, TESTS: effort },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, which is ended as a whole.
    detached: true,
  });
  running.add(child);
  const output: string[] = [];
  const ended = new Promise<boolean>((resolve) => {
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
  });
  await Promise.all([show(child.stdout, name, output), show(child.stderr, name, output)]);
  const hasPassed = await ended;
  running.delete(child);
  say(`${name} ${hasPassed ? "passed" : "FAILED"} after ${since(start)}`);
  if (!hasPassed) failed.push({ name, output });
}

function end(signal: "SIGINT" | "SIGTERM" | "SIGHUP"): void {
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, "SIGTERM");
  process.exitCode = signal === "SIGINT" ? 130 : 143;
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => end(signal));

const [effort = "short"] = process.argv.slice(2);
const rows = ROWS[effort];
if (rows === undefined) throw new Error(`usage: tests/run.ts [${Object.keys(ROWS).join(" | ")}]`);
// Both rows start it: beforehand, so that they do not build it at once.
await buildIfStale(ROOT, "host");
await Promise.all(
  rows.map(async (row) => {
    // After an interruption nothing begins any more.
    for (const check of row) if (process.exitCode === undefined) await run(check, effort);
  }),
);
for (const { name, output } of failed) say(`\n===== ${name} failed =====\n${output.join("\n")}`);
say(
  `\n${failed.length === 0 ? "All passed" : `Failed: ${failed.map(({ name }) => name).join(", ")}`}, in ${since(begun)}`,
);
process.exitCode ??= failed.length === 0 ? 0 : 1;
