// @ts-check
// What `npm start` runs: plain JavaScript that compiles the site where it is new or changed, and then is the site; with the word "payments",
// as `npm run payments` says it, the payments API.
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { buildIfStale, HOST_BUILD, PAYMENTS_BUILD } from "./build.mjs";

const PROJECT_FOLDER = resolve(import.meta.dirname, "../..");

try {
  await buildIfStale(PROJECT_FOLDER, "host");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
await import(pathToFileURL(join(PROJECT_FOLDER, process.argv[2] === "payments" ? PAYMENTS_BUILD : HOST_BUILD)).href);
