import pino from "pino";
import { type Sandbox, startSandbox } from "../../sandbox/start";
import { makeDataDir, type RunningSite } from "./running-site";
import { startSiteOn } from "./site-on-api";

/** The clocks of the sandboxes that run in this process, by their origins. */
const clocks = new Map<string, { at: number }>();

/** What time it is for a site's sandbox from now on. */
export function setClock({ addresses: { sandbox } }: RunningSite, at: number): void {
  const clock = clocks.get(sandbox);
  if (clock === undefined) throw new Error("the sandbox of this site has no clock that can be set");
  clock.at = at;
}

/** The site, with a sandbox whose clock stands where it is set. */
export async function startSiteWithClock(): Promise<RunningSite> {
  const { dataDir, removeDataDir } = makeDataDir();
  const clock = { at: Date.now() };
  const sandboxes: Sandbox[] = [];
  const { origin: site, stop } = await startSiteOn(async (siteOrigin) => {
    const log = pino({ level: "silent" });
    const sandbox = await startSandbox({ host: "127.0.0.1", port: 0, dataDir, siteOrigin, log, now: () => clock.at });
    sandboxes.push(sandbox);
    clocks.set(sandbox.origin, clock);
    return { base: sandbox.origin, payHost: new URL(sandbox.origin).host };
  });
  const refuse = () => Promise.reject(new Error("its sandbox would not end with it"));
  return {
    addresses: { site, sandbox: sandboxes[0]?.origin ?? "", isBare: false },
    kill: refuse,
    restart: refuse,
    stop: async () => {
      await stop();
      for (const sandbox of sandboxes) await sandbox.close();
      removeDataDir();
    },
  };
}
