import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { shippedNginx } from "../../tools/fleet/engines/nginx-config";
import { ROOT } from "../../tools/image/dockerfile";
import { freePort } from "../journeys/free-port";

/** What stands behind nginx in place of a copy of the site. */
export interface Copy {
  port: number;
  /** The requests that came, as `POST /path body`, and the headers of the last one. */
  seen: string[];
  headers: IncomingMessage["headers"];
  answer: RequestListener;
  server: Server;
}

export interface RunningNginx {
  origin: string;
  sandboxOrigin: string;
  copies: readonly [Copy, Copy, Copy];
  accessLog(): string;
}

const portOf = (server: Server): number => {
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
};

export async function startCopy(name: string): Promise<Copy> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const copy: Copy = {
    port: portOf(server),
    seen: [],
    headers: {},
    answer: (_request, response) => void response.end(name),
    server,
  };
  server.on("request", async (request, response) => {
    copy.seen.push(`${request.method} ${request.url} ${await text(request)}`.trim());
    copy.headers = request.headers;
    copy.answer(request, response);
  });
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  return copy;
}

/** deploy/nginx-fleet.conf as it is but for addresses: three copies on loopback, each of which is its own sandbox, too. */
export async function startNginx(): Promise<RunningNginx> {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  const copies = [await startCopy("one"), await startCopy("two"), await startCopy("three")] as const;
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const config = copies.reduce(
    (changed, copy, at) => changed.replaceAll(RegExp(`copy-${at + 1}:300[01]`, "g"), `127.0.0.1:${copy.port}`),
    shippedNginx(join(ROOT, "deploy/nginx-fleet.conf")),
  );
  const moved = config
    .replaceAll("/tmp/nginx", `${folder}/nginx`)
    .replaceAll("/var/cache/nginx", folder)
    .replaceAll("/dev/stdout", `${folder}/access.log`)
    .replaceAll("/dev/stderr", `${folder}/error.log`)
    .replace("listen 8080;", `listen 127.0.0.1:${port};`)
    .replace("listen 8081;", `listen 127.0.0.1:${sandboxPort};`)
    .replace("worker_processes auto;", `worker_processes 1;\ndaemon off;\n${userLine()}`);
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "nginx.conf"), moved);
  const args = ["-e", join(folder, "start.log"), "-c", join(folder, "nginx.conf")];
  const child = spawn("nginx", args, { stdio: "ignore" });
  const exited = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await exited;
    rmSync(folder, { recursive: true, force: true });
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilItAnswers(`http://127.0.0.1:${sandboxPort}`);
  for (const copy of copies) copy.seen.length = 0;
  return {
    origin,
    sandboxOrigin: `http://127.0.0.1:${sandboxPort}`,
    copies,
    accessLog: () => readFileSync(join(folder, "access.log"), "utf8"),
  };
}

/** Started by root, its workers would be somebody who may not write in our folder. */
const userLine = (): string => (process.getuid?.() === 0 ? "user root;" : "");

export async function untilItAnswers(address: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const isThere = await fetch(address, { redirect: "manual" }).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await setTimeout(50);
  }
  throw new Error("nginx does not start");
}
