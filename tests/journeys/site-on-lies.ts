import pino from "pino";
import { startSandbox } from "../../sandbox/start";
import { type LyingApi, type SentCall, startLyingApi } from "./lying-api";
import { makeDataDir, type RunningSite } from "./running-site";
import { startSiteOn } from "./site-on-api";

/** What stands between each such site and its sandbox, by the site's origin. */
const apis = new Map<string, LyingApi>();

function apiOf({ addresses: { site } }: RunningSite): LyingApi {
  const api = apis.get(site);
  if (api === undefined) throw new Error("nothing stands between this site and its sandbox");
  return api;
}

/** What a site is told in place of the truth from now on. */
export function tellLies(site: RunningSite, lie: LyingApi["lie"]): void {
  apiOf(site).lie = lie;
}

/** What a site has sent so far to the endpoints at these paths. */
export const callsTo = (site: RunningSite, paths: readonly string[]): SentCall[] =>
  apiOf(site).calls.filter(({ path }) => paths.includes(path));

/** The site on a payments API that can be made to lie. */
export async function startSiteOnLies(): Promise<RunningSite> {
  const { dataDir, removeDataDir } = makeDataDir();
  const behind: { origin: string; close: () => Promise<void> }[] = [];
  const { origin: site, stop } = await startSiteOn(async (siteOrigin) => {
    const log = pino({ level: "silent" });
    const sandbox = await startSandbox({ host: "127.0.0.1", port: 0, dataDir, siteOrigin, log });
    const api = await startLyingApi(sandbox.origin);
    apis.set(siteOrigin, api);
    behind.push({ origin: api.base, close: api.close }, sandbox);
    return { base: api.base, payHost: new URL(sandbox.origin).host };
  });
  const refuse = () => Promise.reject(new Error("its sandbox would not end with it"));
  return {
    addresses: { site, sandbox: behind.at(-1)?.origin ?? "", isBare: false },
    kill: refuse,
    restart: refuse,
    stop: async () => {
      await stop();
      for (const { close } of behind) await close();
      removeDataDir();
    },
  };
}
