import { basename, dirname, join, resolve } from "node:path";

/** The project's folder. */
export const ROOT = resolve(import.meta.dirname, "../..");

/** The file that a process runs: compiled beside this module, or a source like it, run with the loader that runs this one. */
export const programOf = (source: "main" | "sandbox/sandbox-process" | "payments/payments-process"): string =>
  import.meta.filename.endsWith(".ts")
    ? join(ROOT, "host", "start", `${source}.ts`)
    : join(dirname(import.meta.filename), `${basename(source)}.js`);
