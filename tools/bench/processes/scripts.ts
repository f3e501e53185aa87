import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ROOT, type Running, run } from "./running";

const { scripts } = z
  .object({ scripts: z.object({ start: z.string(), sandbox: z.string(), payments: z.string() }) })
  .parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));

/** What `npm start`, `npm run sandbox` or `npm run payments` runs, without npm, whose own start would be measured with it. */
export const runScript = (name: keyof typeof scripts, variables: Readonly<Record<string, string>>): Running =>
  run("sh", ["-c", scripts[name]], variables);
