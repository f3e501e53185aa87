import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { entitlementMessage } from "../../payments/entitlements/event";
import { entitlementSettings } from "../../payments/entitlements/settings";
import { paid } from "../sandbox/paid";
import { runningSandbox } from "../sandbox/running-sandbox";

const DOCS = join(import.meta.dirname, "../../docs");
const page = readFileSync(join(DOCS, "entitlements.md"), "utf8");
const receiver = /```js\n(.+?)```/s.exec(page)?.[1] ?? "";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;

const accounts = z.array(entitlementMessage.shape.data);

/** The receiver of docs/entitlements.md as a process of its own, where it finds the package that it imports. @returns its address */
async function runReceiver(): Promise<string> {
  const file = join(import.meta.dirname, `../../payments/receiver-of-docs-${process.pid}.mjs`);
  await writeFile(file, receiver);
  const env = { ...process.env, ENTITLEMENTS_SECRET: SECRET, PORT: "0" };
  const started = spawn(process.execPath, [file], { env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(async () => {
    started.kill();
    await rm(file);
  });
  const said = await new Promise<string>((resolve) => started.stdout.once("data", (data) => resolve(String(data))));
  return `http://127.0.0.1:${/\d+/.exec(said)?.[0]}/`;
}

it("the receiver has thirty lines", () => {
  expect(receiver.trim().split("\n").length).toBeLessThanOrEqual(30);
});

it("the receiver learns from a running payments API who has paid, and until when", async () => {
  const url = await runReceiver();
  const entitlements = entitlementSettings.parse({ url, secrets: [OTHER, SECRET] });
  const target = await runningSandbox({ entitlements });
  const { email } = await paid(target);
  const received = () => fetch(url).then(async (response) => accounts.parse(await response.json()));
  await vi.waitFor(async () => expect(await received()).toHaveLength(1), { timeout: 60_000 });
  expect(await received()).toMatchObject([{ account: { email: email.toLowerCase() }, is_active: true, sequence: 1 }]);
});

it("the receiver refuses what somebody else has signed", async () => {
  const url = await runReceiver();
  const target = await runningSandbox({ entitlements: entitlementSettings.parse({ url, secrets: [OTHER] }) });
  await paid(target);
  const headers = { "webhook-id": "evt_1", "webhook-timestamp": String(Math.floor(Date.now() / 1000)) };
  const forged = await fetch(url, {
    method: "POST",
    body: "{}",
    headers: { ...headers, "webhook-signature": "v1,AAAA" },
  });
  expect(forged.status).toBe(400);
  expect(await (await fetch(url)).json()).toEqual([]);
});

it.each([
  ["a secret that is too short", { url: "http://vpn.internal/", secrets: ["whsec_AAAA"] }],
  ["a secret without its beginning", { url: "http://vpn.internal/", secrets: [SECRET.slice(6)] }],
  ["no secret", { url: "http://vpn.internal/", secrets: [] }],
  ["an address of another kind", { url: "ftp://vpn.internal/", secrets: [SECRET] }],
])("%s is refused at the start", (_, settings) => {
  expect(entitlementSettings.safeParse(settings).success).toBe(false);
});

it("every page that docs/entitlements.md links is there", () => {
  const links = [...page.matchAll(/\]\((?!https:)([^)#]+)/g)].map(([, target = ""]) => target);
  expect(links.filter((target) => !existsSync(join(DOCS, target)))).toEqual([]);
});
