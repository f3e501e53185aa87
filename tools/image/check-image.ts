/**
 * `npm run image:check`: makes the image of deploy/Dockerfile without Docker, stage by stage in a temporary folder, and runs it as
 * Docker would: its own user, a read-only /, no rights. It has to start, sell, say that it is healthy, and end with 0.
 * Needs Linux, root, and bubblewrap (`apt-get install bubblewrap`). Takes the time of `npm ci` and a build.
 */
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { loadedPackages } from "../../deploy/runtime-packages.mjs";
import { freePort } from "../../tests/journeys/free-port";
import { sandboxOf } from "../rig/apis/sandbox";
import { Buyer } from "../rig/buyer";
import { goToEnd } from "../rig/check-buyer";
import { buildStages } from "./build-stages";
import { Image } from "./image";

const START_MS = 60_000;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function expectThat(what: string, holds: boolean): void {
  say(`${holds ? "ok    " : "FAILED"} ${what}`);
  if (!holds) process.exitCode = 1;
}

async function becomesHealthy(image: Image): Promise<boolean> {
  const end = Date.now() + START_MS;
  while (Date.now() < end) {
    if ((await image.health()) === 0) return true;
    await setTimeout(500);
  }
  return false;
}

async function sells(addresses: { site: string; sandbox: string }): Promise<void> {
  const buyer = new Buyer({ site: addresses.site, provider: "so", outcome: { outcome: "approve" } });
  const faults = await goToEnd(buyer, sandboxOf(addresses));
  expectThat(`an order is paid once${faults.map((fault) => `: ${fault}`).join("")}`, faults.length === 0);
}

async function check(scratch: string): Promise<void> {
  const root = buildStages(scratch, say);
  const data = join(scratch, "data");
  mkdirSync(data);
  chownSync(data, 1000, 1000);
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const variables = { HOST: "127.0.0.1", PORT: String(port), SANDBOX_PORT: String(sandboxPort), LOG_LEVEL: "warn" };
  const image = new Image(root, data, variables);
  for (const path of ["/site", "/site/build", "/site/locales", "/site/node_modules"])
    say(`${path}: ${image.size(path)}`);
  for (const name of loadedPackages(join(scratch, "build", "site")))
    expectThat(`${name} can be loaded`, (await image.run(["node", "-e", `import(${JSON.stringify(name)})`])) === 0);
  expectThat("the site's files cannot be written", (await image.run(["touch", "/site/build/host/main.js"])) !== 0);
  expectThat("nothing is healthy before the start", (await image.health()) === 1);
  const logFile = join(scratch, "site.log");
  const running = await image.start(logFile);
  expectThat("it becomes healthy", await becomesHealthy(image));
  await sells({ site: `http://localhost:${port}`, sandbox: `http://localhost:${sandboxPort}` });
  expectThat("SIGTERM ends it with 0", (await running.stop()) === 0);
  if (process.exitCode === 1) say(readFileSync(logFile, "utf8"));
}

const scratch = mkdtempSync(join(tmpdir(), "image-"));
try {
  await check(scratch);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
