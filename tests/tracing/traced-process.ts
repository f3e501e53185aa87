import { createRequire } from "node:module";
import { createLog } from "~/create-log.server";
import { readEnv } from "~/env.server";
import type { Site } from "../../host/site";
import { openServer } from "../../host/start/http-server";
import { listen } from "../../host/start/listen";
import { onStopSignal, stop } from "../../host/start/stop";
import { startTracing } from "../../host/tracing/start-tracing";
import { createHost } from "../../server";

/** The host in a process of its own, whose one page names the packages of OpenTelemetry that are loaded. It tells its port. */
const { cache } = createRequire(import.meta.url);
const loaded = () => [
  ...new Set(Object.keys(cache).flatMap((path) => /@opentelemetry\/([\w-]+)/.exec(path)?.slice(1) ?? [])),
];

const server = openServer();
const port = await listen(server, "127.0.0.1", 0);
const env = readEnv({ ...process.env, PORT: port.toString() });
const log = createLog("warn");
const render = async () => Response.json(loaded());
const site: Site = { env, log, assets: undefined, render, isStopping: false };
server.on("request", createHost(site));
const traces = env.tracing && (await startTracing(env.tracing, log));
onStopSignal(() => stop(site, server, async () => traces?.stop()));
process.stdout.write(`${port}\n`);
