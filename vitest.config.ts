import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { isFull } from "./tests/setup/effort";

const alias = { "~": fileURLToPath(new URL("./app", import.meta.url)) };
const setup = (...names: string[]) => ["env", "console", ...names].map((name) => `./tests/setup/${name}.ts`);

/** Many times what the slowest test takes, so that no slow hour of a machine fails it; the full run tries properties ten times as often. */
const PATIENCE = {
  testTimeout: isFull ? 300_000 : 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
};

/**
 * Journeys share a build, a site, its sandbox and a browser, and travel side by side. None takes a fifth of its time in an
 * ordinary hour.
 */
const journeys = {
  environment: "node",
  globalSetup: ["./tests/setup/journeys.ts"],
  setupFiles: setup(),
  isolate: false,
  maxConcurrency: 4,
  testTimeout: 300_000,
  hookTimeout: 120_000,
  expect: PATIENCE.expect,
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    // A slow hour also ends slowly.
    teardownTimeout: 60_000,
    // Progress is a line for every file; a slow hour would name every test.
    slowTestThreshold: 30_000,
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/routes/**"],
          environment: "node",
          setupFiles: setup("upstream"),
          // The files of one worker share what they import: loading it takes longer than most tests do.
          isolate: false,
          ...PATIENCE,
        },
      },
      {
        // The sandbox's tests once more, with PostgreSQL as its database, where that is installed.
        resolve: { alias },
        test: {
          name: "postgres",
          include: ["tests/sandbox/**/*.test.ts"],
          exclude: ["tests/sandbox/private-files.test.ts"],
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
          exclude: ["tests/routes/**"],
          environment: "jsdom",
          setupFiles: setup("dom"),
          ...PATIENCE,
        },
      },
      {
        // With the Remix plugin, so that a test can import virtual:remix/server-build without a build.
        extends: "./vite.config.ts",
        test: {
          name: "routes",
          include: [isFull ? "tests/routes/full/*.test.ts" : "tests/routes/*.test.{ts,tsx}"],
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
