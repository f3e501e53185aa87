import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeDataDir, printedAddresses, type RunningSite } from "./running-site";
import { startChild } from "./started-child";

const ROOT = resolve(import.meta.dirname, "../..");
/** What `npm run dev` needs of the project. */
const SOURCES = [
  ...["app", "docs/store-fees.json", "host", "locales", "mails", "payments", "public", "sandbox"],
  ...["server.ts", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts", "vite.host.config.ts"],
];

export interface DevServer extends RunningSite {
  /** Somebody changes a file of the project and saves it. @throws where the file does not say what is changed */
  type(file: string, from: RegExp, to: string): void;
}

/** What `npm run dev` runs, in a copy of the project, so that a test may change it. */
export async function startDevServer(): Promise<DevServer> {
  const { dataDir, removeDataDir } = makeDataDir();
  const folder = join(dataDir, "project");
  for (const name of SOURCES) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const child = startChild(
    ["--import", "tsx", "host/start/main.ts"],
    { NODE_ENV: "development", PORT: "0", SANDBOX_PORT: "0", DATA_DIR: join(dataDir, "data") },
    join(dataDir, "site.log"),
    process.execPath,
    folder,
  );
  const addresses = { ...(await printedAddresses(child)), isBare: false };
  const refuse = () => Promise.reject(new Error("This one is only stopped"));
  return {
    addresses,
    kill: refuse,
    restart: refuse,
    stop: async () => {
      await child.end("SIGKILL");
      removeDataDir();
    },
    type: (file, from, to) => {
      const path = join(folder, file);
      const text = readFileSync(path, "utf8");
      if (!from.test(text)) throw new Error(`${file} has no ${from} to change`);
      writeFileSync(path, text.replace(from, to));
    },
  };
}
