import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { freePort } from "./free-port";
import { startChild } from "./started-child";

const ROOT = resolve(import.meta.dirname, "../..");
/** What `npm start` needs of the project to build it. */
const SOURCES = ["app", "docs/store-fees.json", "host", "locales", "mails", "payments", "public", "sandbox"];
const FILES = ["package.json", "server.ts", "tsconfig.json", "vite.config.ts", "vite.host.config.ts"];
const HOST = "pay.vela-vpn.com";

/** What an operator writes at the least; the secret is made anew, because no published one is taken. */
export const productionVariables = (api: string): Record<string, string> => ({
  PUBLIC_ORIGIN: `https://${HOST}`,
  PRODUCTION_ORIGINS: `https://${HOST}`,
  ALLOWED_HOSTS: HOST,
  API_BASE_URL: api,
  REDIRECT_HOSTS: new URL(api).host,
  SESSION_SECRETS: randomBytes(36).toString("base64"),
});

/** The one brand of an operator who promises little. */
const OWN_BRAND = {
  policyUrl: "https://www.vela-vpn.com/privacy",
  termsUrl: "https://www.vela-vpn.com/terms",
  storeLinks: { ios: "https://apps.apple.com/app/id1", android: "https://play.google.com/store/apps/details?id=vela" },
  supportEmail: "support@vela-vpn.com",
  imprintUrl: "https://www.vela-vpn.com/legal",
  terms: { version: "2026-11", url: "https://www.vela-vpn.com/terms/{version}" },
  company: "Vela Networks SA, 1 Main Street, Luxembourg",
  features: { devices: 5 },
  promisedBy: "Legal, 2026-11-25",
};
const LEFT_OUT = ["promises", "refunds", "withdrawalDays", "replyHours", "openApp"];

export interface ProductionSite {
  /** A page as the proxy asks for it. */
  page(path: string): Promise<{ status: number | undefined; body: string }>;
  stop(): Promise<void>;
}

/** The site in production, on a copy of the project with a brand that is an operator's own. It is built, which takes a minute. */
export async function startProductionSite(api: string): Promise<ProductionSite> {
  const folder = copyWithOwnBrand();
  const port = await freePort();
  const child = startChild(
    [join(folder, "host/start/launch.mjs")],
    { ...productionVariables(api), PORT: String(port) },
    join(folder, "site.log"),
  );
  await child.firstPrinted((line) => (line.startsWith("Site ") ? line : undefined));
  return {
    page: (path) =>
      new Promise((found, failed) => {
        const options = { port, host: "127.0.0.1", path, headers: { host: HOST, "accept-language": "en-US" } };
        get(options, (answer) => {
          text(answer).then((body) => found({ status: answer.statusCode, body }), failed);
        }).on("error", failed);
      }),
    stop: async () => {
      await child.end("SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function copyWithOwnBrand(): string {
  const folder = mkdtempSync(join(tmpdir(), "production-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const name of [...SOURCES, ...FILES]) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const brands = join(folder, "app/visitor/brand");
  for (const id of ["101", "114"]) rmSync(join(brands, `${id}.json`));
  const shipped: object = JSON.parse(readFileSync(join(brands, "default.json"), "utf8"));
  const kept = Object.entries(shipped).filter(([field]) => !LEFT_OUT.includes(field));
  writeFileSync(join(brands, "default.json"), JSON.stringify({ ...Object.fromEntries(kept), ...OWN_BRAND }));
  return folder;
}
