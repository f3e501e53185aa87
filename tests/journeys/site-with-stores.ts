import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import pino from "pino";
import { startSandbox } from "../../sandbox/start";
import { AppleStandIn } from "../sandbox/store-reports/apple-stand-in";
import { GoogleStandIn } from "../sandbox/store-reports/google-stand-in";
import { appleSettings, googleSettings } from "../sandbox/store-reports/keys";
import { makeDataDir, type RunningSite } from "./running-site";
import { startSiteOn } from "./site-on-api";

/** Both app stores, as they take reports. */
export interface Stores {
  apple: AppleStandIn;
  google: GoogleStandIn;
}

/** The stores of the sites that run in this process, by the origins of their sandboxes. */
const running = new Map<string, Stores>();

/** The stores that a site's sandbox reports to. */
export function storesOf({ addresses: { sandbox } }: Pick<RunningSite, "addresses">): Stores {
  const stores = running.get(sandbox);
  if (stores === undefined) throw new Error("the sandbox of this site reports to no stores");
  return stores;
}

/** The site, with a sandbox that reports to stores of its own. */
export async function startSiteWithStores(): Promise<RunningSite> {
  const { dataDir, removeDataDir } = makeDataDir();
  const stores: Stores = { apple: new AppleStandIn(Date.now), google: new GoogleStandIn(Date.now) };
  const standIns = await listening(stores);
  const storeReports = { apple: await appleSettings(standIns.origin), google: await googleSettings(standIns.origin) };
  const ends: (() => Promise<void>)[] = [];
  let sandboxOrigin = "";
  const { origin: site, stop } = await startSiteOn(async (siteOrigin) => {
    const log = pino({ level: "silent" });
    const sandbox = await startSandbox({ host: "127.0.0.1", port: 0, dataDir, siteOrigin, log, storeReports });
    sandboxOrigin = sandbox.origin;
    running.set(sandboxOrigin, stores);
    ends.push(() => sandbox.close());
    return { base: sandbox.origin, payHost: new URL(sandbox.origin).host };
  });
  const refuse = () => Promise.reject(new Error("its sandbox would not end with it"));
  return {
    addresses: { site, sandbox: sandboxOrigin, isBare: false },
    kill: refuse,
    restart: refuse,
    stop: async () => {
      await stop();
      for (const end of ends) await end();
      standIns.server.close();
      removeDataDir();
    },
  };
}

async function listening(stores: Stores): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => answer(stores, request, response));
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stores have no port");
  return { server, origin: `http://127.0.0.1:${address.port}` };
}

async function answer({ apple, google }: Stores, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "GET", url = "/", headers } = incoming;
  const body = await text(incoming);
  const request = new Request(new URL(url, `http://${headers.host}`), {
    method,
    headers: {
      Authorization: headers.authorization ?? "",
      "Content-Type": headers["content-type"] ?? "application/json",
    },
    body: body === "" ? undefined : body,
  });
  const answered = await (url.startsWith("/google/") ? google : apple).handle(request);
  response.writeHead(answered.status, { "Content-Type": "application/json" }).end(await answered.text());
}
