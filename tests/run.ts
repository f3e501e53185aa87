import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
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
/** One checker: several would work side by side on the same files, and the other core has its tests to run. */
const types = { name: "types", tool: "tsc", args: ["--checkers", "1"] };
const tests = (project: string, name = project, ...args: string[]): Check => ({
  name,
  tool: "vitest",
  args: ["run", "--project", project, ...args],
});

/** Payments' short tests wait for rounds of theirs, so one worker more than cores has something to do. */
const shortUnit = tests("unit", "unit", "--maxWorkers", "3");

/** The sandbox's tests once more, on PostgreSQL. */
const onPostgres = tests("postgres");

/**
 * What begins first stands first: the short lint, because it fails most often, then the longest. A group begins when the one before has
 * ended: beside half an hour of browsers a database does not answer in time.
 */
const CHECKS: Readonly<Record<string, Check[][]>> = {
  short: [[lint, tests("journeys"), tests("routes"), shortUnit, tests("dom"), types]],
  full: [[onPostgres, tests("unit"), tests("routes")], [tests("full-journeys", "journeys")]],
};
/** What the end of the run repeats of Vitest's output: the tests that were skipped, those that were taken again, and those that failed. */
const EXCEPTION = /^\s*(?:Skipped|Taken again|FAIL)\b/;
/** For two cores. */
const SIDE_BY_SIDE = 2;

const running = new Set<ChildProcess>();
const failed: { name: string; output: string[] }[] = [];
const exceptions: string[] = [];
const begun = Date.now();

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const since = (start: number): string => `${((Date.now() - start) / 1000).toFixed(1)} s`;

/** Every line is shown as it comes, with the name of its check, and kept for the end. */
async function show(stream: Readable, name: string, output: string[]): Promise<void> {
  for await (const line of createInterface(stream)) {
    output.push(line);
    const words = stripVTControlCharacters(line);
    if (EXCEPTION.test(words)) exceptions.push(`${name}: ${words.trim()}`);
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
const checks = CHECKS[effort];
if (checks === undefined) throw new Error(`usage: tests/run.ts [${Object.keys(CHECKS).join(" | ")}]`);
// Several checks start it: beforehand, so that they do not build it at once.
await buildIfStale(ROOT, "host");
const canRun = (check: Check): boolean => hasPostgres || check !== onPostgres;
exceptions.push(
  ...checks
    .flat()
    .filter((check) => !canRun(check))
    .map(({ name }) => `${name}: Skipped, needs PostgreSQL`),
);
for (const group of checks) {
  const left = group.filter(canRun).values();
  await Promise.all(
    Array.from({ length: SIDE_BY_SIDE }, async () => {
      // After an interruption nothing begins any more.
      for (const check of left) if (process.exitCode === undefined) await run(check, effort);
    }),
  );
}
for (const { name, output } of failed) say(`\n===== ${name} failed =====\n${output.join("\n")}`);
if (exceptions.length > 0) say(`\n${exceptions.join("\n")}`);
say(
  `\n${failed.length === 0 ? "All passed" : `Failed: ${failed.map(({ name }) => name).join(", ")}`}, in ${since(begun)}`,
);
process.exitCode ??= failed.length === 0 ? 0 : 1;
