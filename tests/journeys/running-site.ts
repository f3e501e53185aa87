import { rmSync } from "node:fs";
import { join } from "node:path";
import { makeDataFolder } from "../setup/data-folder";
import { type StartedChild, startChild } from "./started-child";

export interface Addresses {
  /** Origins, without a slash at the end. */
  site: string;
  sandbox: string;
  /** The sandbox answers as a backend that knows the specification only: it tells less, and each try to pay is an order. */
  isBare: boolean;
}

export interface RunningSite {
  addresses: Addresses;
  /** As a power cut would: no handler of the process runs. The data folder stays. */
  kill(): Promise<void>;
  /** Starts it again after a kill, on the same ports and the same data. */
  restart(): Promise<void>;
  /** Ends it in the ordinary way and removes its data. */
  stop(): Promise<void>;
}

/** One whose sandbox nobody else uses. */
export interface OwnSite extends RunningSite {
  /** Where its sandbox keeps its data. */
  dataDir: string;
}

/**
 * The site with its own sandbox, as `npm start` runs it, on free ports and an empty data folder. It believes what address its visitors name.
 * @param node the program that runs it
 */
export async function startSite(given: Record<string, string> = {}, node = process.execPath): Promise<OwnSite> {
  const variables = { TRUST_PROXY_HOPS: "1", ...given };
  const { dataDir, removeDataDir } = makeDataDir();
  let child = run(dataDir, { PORT: "0", SANDBOX_PORT: "0", ...variables }, node);
  const addresses = { ...(await printedAddresses(child)), isBare: given.SANDBOX_DRESS === "bare" };
  return {
    addresses,
    dataDir,
    kill: () => child.end("SIGKILL"),
    restart: async () => {
      const ports = { PORT: new URL(addresses.site).port, SANDBOX_PORT: new URL(addresses.sandbox).port };
      child = run(dataDir, { ...variables, ...ports }, node);
      await printedAddresses(child);
    },
    stop: async () => {
      await child.end("SIGTERM");
      removeDataDir();
    },
  };
}

/** The site on a backend without any of our inventions; the seed decides as which one it answers. */
export const startBareSite = (seed: number) => (): Promise<RunningSite> =>
  startSite({ SANDBOX_DRESS: "bare", SANDBOX_SEED: String(seed) });

/** Removed at the latest with this process. */
export function makeDataDir(): { dataDir: string; removeDataDir: () => void } {
  const dataDir = makeDataFolder("journeys-");
  const removeDataDir = () => {
    process.off("exit", removeDataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
  process.once("exit", removeDataDir);
  return { dataDir, removeDataDir };
}

function run(dataDir: string, variables: Record<string, string>, node: string): StartedChild {
  return startChild(["host/start/launch.mjs"], { ...variables, DATA_DIR: dataDir }, join(dataDir, "site.log"), node);
}

/** Read off the lines "Site …" and "Sandbox …". */
export function printedAddresses(child: StartedChild): Promise<Omit<Addresses, "isBare">> {
  const found = new Map<string, string>();
  return child.firstPrinted((line) => {
    const [name = "", address = ""] = line.split(/\s+/);
    if (URL.canParse(address)) found.set(name, new URL(address).origin);
    const [site, sandbox] = [found.get("Site"), found.get("Sandbox")];
    return site === undefined || sandbox === undefined ? undefined : { site, sandbox };
  });
}
