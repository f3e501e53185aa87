import { cpSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, HOST_BUILD } from "../../host/start/build.mjs";

/** What a build is made of and what it has made, without what only tests and developers need. */
const TAKEN = [
  ...[
    "app",
    "host",
    "locales",
    "mails",
    "payments",
    "public",
    "sandbox",
    "build",
    "server.ts",
    "package.json",
    "package-lock.json",
  ],
  ...["tsconfig.json", "vite.config.ts", "vite.host.config.ts"],
];

/** How long a page waits before it asks for another build: nothing that anybody sees, and part of a script. */
const CHANGED = { file: "app/version/watch-version.ts", from: "5 * 60_000", to: "5 * 61_000" };

/** The next release: the same sources in a folder of their own, with one constant changed, and built. */
export async function buildNext(root: string, folder: string): Promise<string> {
  const next = join(folder, "next-release");
  mkdirSync(next);
  for (const name of TAKEN) cpSync(join(root, name), join(next, name), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(root, "node_modules"), join(next, "node_modules"));
  const file = join(next, CHANGED.file);
  const source = readFileSync(file, "utf8");
  if (!source.includes(CHANGED.from)) throw new Error(`${CHANGED.file} has no ${CHANGED.from} to change`);
  writeFileSync(file, source.replace(CHANGED.from, CHANGED.to));
  await build(next, "app");
  // The host's own build has nothing of that constant.
  const now = new Date();
  utimesSync(join(next, HOST_BUILD), now, now);
  return next;
}
