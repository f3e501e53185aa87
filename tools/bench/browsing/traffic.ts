import type { Page } from "playwright-core";

/** What a window has asked one server for. */
export interface Traffic {
  requests: number;
  /** Heads and bodies as sent. */
  bytes: number;
}

/** Counts what comes from the network, and not what the browser has kept. `take` tells what there was and counts anew. */
export async function watchTraffic(
  page: Page,
  origin: string,
  { keepsNothing }: { keepsNothing: boolean },
): Promise<{ take(): Traffic }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: keepsNothing });
  const addresses = new Map<string, string>();
  let traffic: Traffic = { requests: 0, bytes: 0 };
  const count = (address: string | undefined, bytes: number) => {
    if (address === undefined || new URL(address).origin !== origin || bytes <= 0) return;
    traffic = { requests: traffic.requests + 1, bytes: traffic.bytes + bytes };
  };
  session.on("Network.requestWillBeSent", ({ requestId, request, redirectResponse }) => {
    if (redirectResponse) count(redirectResponse.url, redirectResponse.encodedDataLength);
    addresses.set(requestId, request.url);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    count(addresses.get(requestId), encodedDataLength);
  });
  return {
    take: () => {
      const taken = traffic;
      traffic = { requests: 0, bytes: 0 };
      return taken;
    },
  };
}
