import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { OUTRUN } from "./tests/journeys/outrun";
import { isFull } from "./tests/setup/effort";

const alias = { "~": fileURLToPath(new URL("./app", import.meta.url)) };
const setup = (...names: string[]) => ["env", "console", ...names].map((name) => `./tests/setup/${name}.ts`);

/** Many times what the slowest test takes, so that no slow hour of a machine fails it; in full they try many times as much. */
const PATIENCE = {
  testTimeout: isFull ? 900_000 : 300_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
};

/**
 * Journeys share a build, a site, its sandbox and a browser, and travel side by side. Their steps have limits of their own; the limit of
 * the whole is many times what the longest one takes in an ordinary hour.
 */
const journeys = {
  environment: "node",
  globalSetup: ["./tests/setup/journeys.ts"],
  setupFiles: setup(),
  isolate: false,
  maxConcurrency: 4,
  ...PATIENCE,
  testTimeout: 900_000,
  retry: { count: 1, condition: OUTRUN },
};

/** What is in a folder of this name is for `npm run test:full`: variants of what `npm test` tries once, long histories, tools. */
const FULL = "tests/**/full/**";
const leftOut = isFull ? [] : [FULL];

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
/** What `npm test` tries with less effort, in files that stand in no folder `full`. */
const withMoreEffort = (): string[] =>
  filesOf("tests").filter((file) => file.endsWith(".test.ts") && readFileSync(file, "utf8").includes("setup/effort"));

const ON_POSTGRES_ONLY = "tests/sandbox/several-copies.test.ts";

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ["default", "./tests/setup/report/reporter.ts"],
    // A slow hour also ends slowly.
    teardownTimeout: 60_000,
    // Progress is a line for every file; a slow hour would name every test.
    slowTestThreshold: 30_000,
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          // In full only what `npm test` has not tried in the same way.
          include: isFull ? [`${FULL}.test.ts`, ...withMoreEffort()] : ["tests/**/*.test.ts"],
          exclude: ["tests/routes/**", ON_POSTGRES_ONLY, ...leftOut],
          environment: "node",
          setupFiles: setup("upstream"),
          // The files of one worker share what they import: loading it takes longer than most tests do.
          isolate: false,
          ...PATIENCE,
        },
      },
      {
        // The sandbox's tests and those of money once more, with PostgreSQL as their database, where that is installed.
        resolve: { alias },
        test: {
          name: "postgres",
          include: [
            "tests/sandbox/**/*.test.ts",
            "tests/payments/{books,disputes,entitlements,hooks,reconcile,refunds,subscriptions,work-queue}/**/*.test.ts",
          ],
          exclude: ["tests/sandbox/private-files.test.ts", ...leftOut],
          globalSetup: ["./tests/setup/postgres.ts"],
          environment: "node",
          setupFiles: setup("upstream"),
          isolate: false,
          ...PATIENCE,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "dom",
          include: ["tests/**/*.test.tsx"],
          exclude: ["tests/routes/**", ...leftOut],
          environment: "jsdom",
          setupFiles: setup("dom"),
          // To make a window and load the app takes longer than most tests do. Whatever a test adds to the window it takes away again.
          isolate: false,
          ...PATIENCE,
        },
      },
      {
        // With the Remix plugin, so that a test can import virtual:remix/server-build without a build.
        extends: "./vite.config.ts",
        test: {
          name: "routes",
          // The cache of pages once more: in full by many more visitors.
          include: isFull
            ? ["tests/routes/full/*.test.{ts,tsx}", "tests/routes/page-cache.test.ts"]
            : ["tests/routes/*.test.{ts,tsx}"],
          environment: "node",
          setupFiles: setup("upstream", "forget-upstream"),
          // The whole app is loaded once a worker; forget-upstream puts back what a test has changed in it.
          isolate: false,
          ...PATIENCE,
        },
      },
      {
        resolve: { alias },
        test: { ...journeys, name: "journeys", include: ["tests/journeys/*.journey.ts"] },
      },
      {
        resolve: { alias },
        test: { ...journeys, name: "full-journeys", include: ["tests/journeys/full/*.journey.ts"] },
      },
    ],
  },
});
