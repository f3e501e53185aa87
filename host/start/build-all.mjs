// @ts-check
// What `npm run build` runs. A file of its own, because build.mjs is compiled into the site: a worker must never find itself to be the program.
import { resolve } from "node:path";
import { build } from "./build.mjs";

const root = resolve(import.meta.dirname, "../..");
await build(root, "app");
await build(root, "host");
