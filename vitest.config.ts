import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const alias = { "~": fileURLToPath(new URL("./app", import.meta.url)) };
const setup = (...names: string[]) => ["env", "console", ...names].map((name) => `./tests/setup/${name}.ts`);

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/routes/**"],
          environment: "node",
          setupFiles: setup("upstream"),
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
        },
      },
      {
        // With the Remix plugin, so that a test can import virtual:remix/server-build without a build.
        extends: "./vite.config.ts",
        test: {
          name: "routes",
          include: ["tests/routes/**/*.test.{ts,tsx}"],
          environment: "node",
          // The first page of a file loads the whole app.
          testTimeout: 20_000,
          setupFiles: setup("upstream", "forget-upstream"),
        },
      },
      {
        resolve: { alias },
        test: {
          name: "journeys",
          include: ["tests/journeys/**/*.journey.ts"],
          environment: "node",
          globalSetup: ["./tests/setup/journeys.ts"],
          fileParallelism: false,
          maxConcurrency: 4,
          testTimeout: 60_000,
          setupFiles: setup(),
        },
      },
    ],
  },
});
