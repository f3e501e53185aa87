import { createLog } from "~/create-log.server";
import { readEnv } from "~/env.server";
import type { Site } from "../../host/site";
import { openServer } from "../../host/start/http-server";
import { listen } from "../../host/start/listen";
import { onStopSignal, stop } from "../../host/start/stop";
import { createHost } from "../../server";

/** The host in a process of its own, with one page that takes half a second. It tells its port and what it is doing. */
const tell = (word: string) => process.stdout.write(`${word}\n`);

async function render(): Promise<Response> {
  tell("rendering");
  await new Promise((resolve) => setTimeout(resolve, 500));
  return new Response("finished");
}

const server = openServer();
const port = await listen(server, "127.0.0.1", 0);
const env = readEnv({ PORT: port.toString() });
const site: Site = { env, log: createLog("silent"), assets: undefined, render, isStopping: false };
server.on("request", createHost(site));
onStopSignal(() => stop(site, server, async () => void tell("closed the rest")));
tell(port.toString());
