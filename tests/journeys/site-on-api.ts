import { join } from "node:path";
import { freePort } from "./free-port";
import { makeDataDir } from "./running-site";
import { startChild } from "./started-child";

export interface SiteOnApi {
  origin: string;
  stop(): Promise<void>;
}

/** The site on a payments API that is told the site's origin first, and paying on that API's own host. */
export async function startSiteOn(
  startApi: (siteOrigin: string) => Promise<{ base: string; payHost: string }>,
): Promise<SiteOnApi> {
  const { dataDir, removeDataDir } = makeDataDir();
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const { base, payHost } = await startApi(origin);
  const variables = {
    PORT: String(port),
    DATA_DIR: dataDir,
    API_BASE_URL: base,
    SESSION_SECRETS: "a-secret-of-the-journeys-that-is-long-enough",
    REDIRECT_HOSTS: payHost,
    PAYMENTS_TEST_MODE: "1",
  };
  const child = startChild(["host/start/launch.mjs"], variables, join(dataDir, "site.log"));
  await child.firstPrinted((line) => (line.includes(origin) ? line : undefined));
  return {
    origin,
    stop: async () => {
      await child.end("SIGTERM");
      removeDataDir();
    },
  };
}
