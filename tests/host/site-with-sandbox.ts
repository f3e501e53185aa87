import { createLog } from "~/create-log.server";
import { readEnv } from "~/env.server";
import { prepareEmbeddedData } from "../../host/start/embedded/embedded-data";
import { startEmbeddedSandbox } from "../../host/start/sandbox/embedded-sandbox";
import { onStopSignal } from "../../host/start/stop";

/** What a site does with its own sandbox, without the site: prints its address, and on a signal asks it once more before it ends. */
const env = readEnv(process.env);
await prepareEmbeddedData(env);
const { close, controlUrl } = await startEmbeddedSandbox(env, createLog("info"));
onStopSignal(async () => {
  console.info((await fetch(controlUrl)).status);
  await close();
});
console.info(controlUrl);
