import { once } from "node:events";
import { expect, test } from "vitest";
import { needsTool } from "../../tools/image/installed";
import { type Copy, startNginx } from "./running-nginx";

const withNginx = (name: string, run: () => Promise<void>) => test(name, needsTool("nginx"), run);

const ROUNDS = 9;
const rounds = Array.from({ length: ROUNDS }, (_, at) => at);

const seenBy = (copies: readonly Copy[]): string[] => copies.flatMap(({ seen }) => seen);

async function leave(copy: Copy): Promise<void> {
  copy.server.closeAllConnections();
  await once(copy.server.close(), "close");
}

withNginx("all copies are asked, under the name that the visitor used", async () => {
  const { origin, copies } = await startNginx();
  for (const _ of rounds) await fetch(origin);
  expect(copies.map(({ seen }) => seen.length > 0)).toEqual([true, true, true]);
  expect(copies[0].headers.host).toBe(new URL(origin).host);
});

withNginx("what a visitor says of their address does not reach a copy", async () => {
  const { origin, copies } = await startNginx();
  for (const _ of rounds) await fetch(origin, { headers: { "x-forwarded-for": "198.51.100.7" } });
  expect(copies.map(({ headers }) => headers["x-forwarded-for"])).toEqual(["127.0.0.1", "127.0.0.1", "127.0.0.1"]);
});

withNginx("a form goes to the copy that is left where one is gone and another breaks off, or is starting", async () => {
  const { origin, copies } = await startNginx();
  const [gone, broken, whole] = copies;
  const buy = async () => {
    const response = await fetch(`${origin}/payment/monthly`, { method: "POST", body: "plan=1" });
    return `${response.status} ${await response.text()}`;
  };
  const all = rounds.map(() => "200 three");
  await leave(gone);
  broken.answer = (request) => void request.socket.destroy();
  expect(await Promise.all(rounds.map(buy))).toEqual(all);
  broken.answer = (_request, response) => void response.writeHead(503).end();
  expect(await Promise.all(rounds.map(buy))).toEqual(all);
  expect(whole.seen.at(-1)).toBe("POST /payment/monthly plan=1");
});

withNginx("where all copies say that the payments API is away, visitors see what they say, every time", async () => {
  const { origin, copies } = await startNginx();
  for (const copy of copies) copy.answer = (_request, response) => void response.writeHead(503).end("our own words");
  for (const _ of rounds) expect(await (await fetch(origin)).text()).toBe("our own words");
  expect(seenBy(copies)).toHaveLength(3 * ROUNDS);
});

withNginx("the page that says why a buyer is not led to a payment page is asked for once", async () => {
  const { origin, copies } = await startNginx();
  for (const copy of copies) copy.answer = (_request, response) => void response.writeHead(502).end("our own words");
  expect(await (await fetch(`${origin}/redirect`)).text()).toBe("our own words");
  expect(seenBy(copies)).toHaveLength(1);
});

withNginx("a file of an old build is found on the copy that still has it, and after that copy has gone", async () => {
  const { origin, copies } = await startNginx();
  const [old, ...others] = copies;
  const headers = { "Cache-Control": "public, max-age=31536000, immutable", Vary: "Accept-Encoding" };
  old.answer = ({ headers: { "accept-encoding": asked } }, response) =>
    void response.writeHead(200, headers).end(`the script in ${asked}`);
  for (const copy of others) copy.answer = (_request, response) => void response.writeHead(404).end();
  const load = async (encoding: string) =>
    (await fetch(`${origin}/assets/old-1.js?${encoding}`, { headers: { "accept-encoding": encoding } })).text();
  expect(await load("gzip, deflate, br, zstd")).toBe("the script in br");
  expect(await load("gzip")).toBe("the script in gzip");
  await leave(old);
  expect(await load("br")).toBe("the script in br");
  expect(await load("gzip, deflate")).toBe("the script in gzip");
  expect((await fetch(`${origin}/assets/never.js`)).status).toBe(404);
});

withNginx(
  "which build is served is asked anew each time; a build's list is found as long as a copy has it",
  async () => {
    const { origin, copies } = await startNginx();
    const [old, ...others] = copies;
    for (const _ of rounds) await fetch(`${origin}/version.json`);
    expect(seenBy(copies)).toHaveLength(ROUNDS);
    old.answer = (_request, response) =>
      void response.writeHead(200, { "Cache-Control": "max-age=31536000" }).end("old");
    for (const copy of others) copy.answer = (_request, response) => void response.writeHead(404).end();
    for (const _ of rounds) expect(await (await fetch(`${origin}/builds/old.json`)).text()).toBe("old");
    await leave(old);
    expect((await fetch(`${origin}/builds/old.json`)).status).toBe(404);
  },
);

withNginx("forms of the largest size pass; what no form is ends at nginx", async () => {
  const { origin, copies } = await startNginx();
  const send = async (bytes: number) =>
    (await fetch(`${origin}/payment/monthly`, { method: "POST", body: "x".repeat(bytes) })).status;
  expect(await send(64 * 1024)).toBe(200);
  expect(await send(64 * 1024 + 1)).toBe(413);
  expect(seenBy(copies)).toHaveLength(1);
});

withNginx("the log has no token, no code and no address of a person", async () => {
  const { origin, sandboxOrigin, accessLog } = await startNginx();
  const long = "s".repeat(60);
  const paths = ["/redirect?to=payment&token=secret", "/r/secret", "/de/receipts/secret/print", `/return/${long}`];
  for (const path of [...paths, "/anna@example.com", "/de/payment/monthly"]) await fetch(origin + path);
  await fetch(`${sandboxOrigin}/hosted/secret`);
  const lines = accessLog().trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).path)).toEqual([
    "/redirect",
    "/r/*",
    "/de/receipts/*",
    "/return/*",
    "*",
    "/de/payment/monthly",
  ]);
  expect(accessLog()).not.toMatch(/secret|sss|anna/);
});
