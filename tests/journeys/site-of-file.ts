import { afterAll } from "vitest";
import type { Addresses, RunningSite } from "./running-site";

/** A site that the journeys of one file share, started for the first of them; it ends after the last. */
export function siteOfFile(start: () => Promise<RunningSite>): () => Promise<RunningSite> {
  let started: Promise<RunningSite> | undefined;
  afterAll(async () => (await started)?.stop());
  return async () => {
    started ??= start();
    return { ...(await started), stop: async () => undefined };
  };
}

/** From now on the sandbox works so; what is not named stays as it is. */
export async function changeSettings({ sandbox }: Addresses, settings: Record<string, string>): Promise<void> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(settings);
  const { status } = await fetch(`${sandbox}/control/settings.json`, { method: "POST", headers, body });
  if (status !== 200) throw new Error(`the settings were answered with ${status}`);
}

/** A site whose sandbox is set up on its control page. */
export const startSiteWith =
  (settings: Record<string, string>, start: () => Promise<RunningSite>) => async (): Promise<RunningSite> => {
    const site = await start();
    await changeSettings(site.addresses, settings);
    return site;
  };
