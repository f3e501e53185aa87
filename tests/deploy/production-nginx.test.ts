import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "../../tools/image/dockerfile";
import { needsTool } from "../../tools/image/installed";
import { freePort } from "../journeys/free-port";
import { type Copy, startCopy, untilItAnswers } from "./running-nginx";

const withNginx = (name: string, run: () => Promise<void>) => test(name, needsTool("nginx"), run);
const rounds = Array.from({ length: 8 }, (_, at) => at);

interface Started {
  /** By the port that stands in the file. */
  ports: ReadonlyMap<string, number>;
  copies: readonly [Copy, Copy];
  accessLog(): string;
}

/**
 * A file of deploy/ as an operator copies it to /etc/nginx, with what it includes; only ports and folders are others. Its folders are
 * root's, as on Debian, so its workers, who are somebody else, write only where nginx has let them.
 */
async function startShipped(name: "nginx.conf" | "nginx-tls.conf"): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  chmodSync(folder, 0o755);
  for (const below of ["lib", "log", "tls"]) mkdirSync(join(folder, below));
  const tls = join(ROOT, "tests/journeys/localhost-tls");
  copyFileSync(join(tls, "cert.pem"), join(folder, "tls/fullchain.pem"));
  copyFileSync(join(tls, "key.pem"), join(folder, "tls/privkey.pem"));
  cpSync(join(ROOT, "deploy/nginx"), join(folder, "nginx"), { recursive: true });
  const copies = [await startCopy("one"), await startCopy("two")] as const;
  const places = join(folder, "nginx/copies.conf");
  const [one, two] = copies.map(({ port }) => `127.0.0.1:${port}`);
  const moved = readFileSync(places, "utf8").replace("127.0.0.1:3000", `${one}`).replace("127.0.0.1:3010", `${two}`);
  writeFileSync(places, moved);
  const shipped = readFileSync(join(ROOT, "deploy", name), "utf8");
  const ports = new Map<string, number>();
  for (const [, port = ""] of shipped.matchAll(/listen (\d+)/g)) ports.set(port, await freePort());
  const config = shipped
    .replace(/listen (\d+)/g, (_, port: string) => `listen 127.0.0.1:${ports.get(port)}`)
    .replaceAll("/var/lib/nginx", join(folder, "lib"))
    .replaceAll("/var/log/nginx", join(folder, "log"))
    .replaceAll("/etc/nginx/tls", join(folder, "tls"));
  writeFileSync(join(folder, "nginx.conf"), config);
  const global = `daemon off; pid ${join(folder, "nginx.pid")};`;
  const args = ["-e", join(folder, "start.log"), "-c", join(folder, "nginx.conf"), "-g", global];
  const child = spawn("nginx", args, { stdio: "ignore" });
  const exited = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await exited;
    rmSync(folder, { recursive: true, force: true });
  });
  const [first = 0] = ports.values();
  await untilItAnswers(`http://127.0.0.1:${first}/readyz`);
  for (const copy of copies) copy.seen.length = 0;
  return { ports, copies, accessLog: () => readFileSync(join(folder, "log/access.log"), "utf8") };
}

withNginx("nginx.conf starts as it is shipped: two copies are asked, and files outlive both in the cache", async () => {
  const { ports, copies, accessLog } = await startShipped("nginx.conf");
  const origin = `http://127.0.0.1:${ports.get("8080")}`;
  for (const _ of rounds) await fetch(`${origin}/payment?token=secret`);
  expect(copies.map(({ seen }) => seen.length > 0)).toEqual([true, true]);
  for (const copy of copies)
    copy.answer = (_request, response) =>
      void response.writeHead(200, { "Cache-Control": "public, max-age=31536000" }).end("a script");
  await (await fetch(`${origin}/assets/a.js`)).text();
  for (const { server } of copies) {
    server.closeAllConnections();
    await once(server.close(), "close");
  }
  expect(await (await fetch(`${origin}/assets/a.js`)).text()).toBe("a script");
  expect(accessLog()).toContain('"path":"/payment"');
  expect(accessLog()).not.toContain("secret");
});

/** The status and the text at an address whose certificate nobody vouches for. */
const overTls = (address: string): Promise<string> =>
  new Promise((found, failed) => {
    get(address, { rejectUnauthorized: false }, (answer) => {
      text(answer).then((body) => found(`${answer.statusCode} ${body}`), failed);
    }).on("error", failed);
  });

withNginx("nginx-tls.conf starts as it is shipped: http goes to https, which both copies answer", async () => {
  const { ports, copies } = await startShipped("nginx-tls.conf");
  const plain = await fetch(`http://127.0.0.1:${ports.get("80")}/de/payment?a=b`, { redirect: "manual" });
  expect([plain.status, plain.headers.get("location")]).toEqual([308, "https://127.0.0.1/de/payment?a=b"]);
  const answers = await Promise.all(rounds.map(() => overTls(`https://127.0.0.1:${ports.get("443")}/de/payment`)));
  expect(new Set(answers)).toEqual(new Set(["200 one", "200 two"]));
  expect(copies[0].headers).toMatchObject({ host: `127.0.0.1:${ports.get("443")}`, "x-forwarded-for": "127.0.0.1" });
});
