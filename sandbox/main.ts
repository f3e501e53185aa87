import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import pino from "pino";
import { z } from "zod";
import { readSettingsFile } from "../payments/store-reports/stores/settings";
import { startSandbox } from "./start";

const environment = z.object({
  SANDBOX_HOST: z.string().default("127.0.0.1"),
  SANDBOX_HOSTS: z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(",")
        .map((host) => host.trim())
        .filter((host) => host !== ""),
    ),
  SANDBOX_ORIGIN: z.url().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PORT: z.coerce.number().int().min(0).max(65535).default(3001),
  DATA_DIR: z.string().default(".data/sandbox"),
  SITE_ORIGIN: z.url().default("http://localhost:3000"),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  STORE_REPORTS_FILE: z.string().optional(),
  SANDBOX_DRESS: z.enum(["full", "bare"]).default("full"),
  SANDBOX_SEED: z.coerce.number().int().min(0).optional(),
  MAIL_FROM: z.string().default("VPN sandbox <receipts@sandbox.invalid>"),
});

/** One that is empty is not set. */
const setVariables = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));

/** The seed of a bare API, from `--bare [--seed N]` or the environment; random where no number is given. */
function requestedSeed(): number | undefined {
  const { values } = parseArgs({ options: { bare: { type: "boolean" }, seed: { type: "string" } } });
  const { SANDBOX_DRESS, SANDBOX_SEED } = environment.parse({ ...setVariables, ...seedOf(values.seed) });
  return values.bare || SANDBOX_DRESS === "bare" ? (SANDBOX_SEED ?? randomInt(1e6)) : undefined;
}

const seedOf = (seed: string | undefined) => (seed === undefined ? {} : { SANDBOX_SEED: seed });

async function main(): Promise<void> {
  const bareSeed = requestedSeed();
  const given = environment.parse(setVariables);
  const { SANDBOX_HOST, SANDBOX_HOSTS, PORT, DATA_DIR, SITE_ORIGIN, SMTP_URL, MAIL_FROM } = given;
  const mailServer = SMTP_URL === undefined ? undefined : { url: SMTP_URL, from: MAIL_FROM };
  const storeReports = given.STORE_REPORTS_FILE === undefined ? undefined : readSettingsFile(given.STORE_REPORTS_FILE);
  const log = pino({ level: "warn" }, pino.destination(2));
  const sandbox = await startSandbox({
    host: SANDBOX_HOST,
    hosts: SANDBOX_HOSTS,
    port: PORT,
    publicOrigin: given.SANDBOX_ORIGIN,
    dataDir: DATA_DIR,
    databaseUrl: given.DATABASE_URL,
    siteOrigin: SITE_ORIGIN,
    log,
    mailServer,
    storeReports,
    bareSeed,
  });
  const seedLine = bareSeed === undefined ? "" : `a bare API, seed ${bareSeed}\n`;
  process.stdout.write(`${sandbox.origin}\n${seedLine}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void sandbox.close());
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
