import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "../../../tools/image/dockerfile";
import { needsTool } from "../../../tools/image/installed";
import { temporaryFolder } from "../../setup/temporary-folder";

const run = promisify(execFile);
const withCurl = (name: string, run: () => Promise<void>) => test(name, needsTool("curl"), run);

/** A copy whose readiness is asked; it is ready at the second question. */
async function copyThat(becomesReady: boolean): Promise<string> {
  let questions = 0;
  const server = createServer((_request, response) => {
    questions += 1;
    response.writeHead(becomesReady && questions > 1 ? 200 : 503).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return address !== null && typeof address === "object" ? String(address.port) : "";
}

/** Runs the script with a `systemctl` that only writes down what it is asked to do. */
async function restart(ports: readonly string[], running: readonly string[] = []) {
  const folder = temporaryFolder("restart");
  const listed = running.map(
    (port) => `vpn-checkout@${port}.service loaded active running vpn-checkout on port ${port}`,
  );
  await writeFile(join(folder, "listed"), listed.map((line) => `${line}\n`).join(""));
  await writeFile(
    join(folder, "systemctl"),
    `#!/bin/sh\nif [ "$1" = list-units ]; then cat ${folder}/listed; else echo "$@" >>${folder}/asked; fi\n`,
    { mode: 0o755 },
  );
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}`, READY_SECONDS: "2" };
  const script = join(ROOT, "deploy/systemd/rolling-restart.sh");
  const code = await run("sh", [script, ...ports], { env }).then(
    () => 0,
    () => 1,
  );
  const asked = await readFile(join(folder, "asked"), "utf8").catch(() => "");
  return { code, asked: asked.trim().split("\n") };
}

const restarted = (...ports: string[]): string[] => ports.map((port) => `restart vpn-checkout@${port}.service`);

withCurl("copies restart one after another, each once the one before is ready", async () => {
  const [one, two] = [await copyThat(true), await copyThat(true)];
  expect(await restart([one, two])).toEqual({ code: 0, asked: restarted(one, two) });
});

withCurl("without names, those that run restart", async () => {
  const one = await copyThat(true);
  expect(await restart([], [one])).toEqual({ code: 0, asked: restarted(one) });
  expect((await restart([], [])).code).toBe(1);
});

withCurl("a copy that does not become ready ends it, and the rest is left as it is", async () => {
  const [one, two] = [await copyThat(false), await copyThat(true)];
  expect(await restart([one, two])).toEqual({ code: 1, asked: restarted(one) });
});
