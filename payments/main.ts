import { createLog } from "~/create-log.server";
import { readEnvironment } from "./environment/read-environment";
import { operateBeside } from "./operator/beside";
import { isOperatorCommand, OPERATOR_COMMANDS } from "./operator/run";
import { type RunningPayments, runPayments } from "./run";
import { backUp } from "./store/backup";

/**
 * What `npm run payments` runs: the payments API, or what an operator does beside it.
 *   npm run payments
 *   npm run payments -- backup <new folder>
 *   npm run payments -- order <number | address | a provider's id>    and more: see operator/run.ts
 */
const COMMANDS: Readonly<Record<string, (...words: string[]) => void | Promise<void>>> = { start, backup };

async function start(): Promise<void> {
  const environment = readEnvironment(process.env);
  const payments = await runPayments(environment, createLog(environment.logLevel));
  process.on("SIGHUP", () => payments.reload());
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void payments.close());
  process.stdout.write(addresses(payments));
}

/** The environment of what is done beside a running process, with its variables, or with those of the site that started it: it takes no calls. */
const besideIt = () => readEnvironment({ ...process.env, PAYMENTS_SITE_PROOFS: "refused" });

function backup(folder?: string): void {
  const { databaseUrl, dataDir } = besideIt();
  if (databaseUrl !== undefined) throw new Error("DATABASE_URL is set: pg_dump backs that up; docs/payments.md");
  if (folder === undefined) throw new Error("Usage: npm run payments -- backup <new folder>");
  backUp(dataDir, folder);
  process.stdout.write(`The database and its keys are in ${folder}\n`);
}

/** Only what went wrong is logged: the rest is the answer. */
async function operate(args: readonly string[]): Promise<void> {
  const environment = besideIt();
  process.exitCode = await operateBeside(environment, createLog("warn"), args);
}

/** What a start prints: where it is, and what the site and the providers have to be told. */
function addresses({ origin, publicOrigin, providers, pageHosts, isTest }: RunningPayments): string {
  const money = isTest ? "test keys: no money moves" : "live keys: money moves";
  return [
    `Payments   ${origin}`,
    `Providers  ${providers.join(", ")} (${money})`,
    `Webhooks   ${publicOrigin}/hooks/`,
    `Its site   API_BASE_URL=${origin} REDIRECT_HOSTS=${pageHosts.join(",")}${isTest ? " PAYMENTS_TEST_MODE=1" : ""}`,
    "",
  ].join("\n");
}

/** Started as `launch.mjs payments …`, its own name comes first. */
async function main(): Promise<void> {
  const [command = "start", ...words] = process.argv.slice(process.argv[2] === "payments" ? 3 : 2);
  if (isOperatorCommand(command)) return operate([command, ...words]);
  const run = COMMANDS[command];
  if (run === undefined)
    throw new Error(`${command} is none of ${[...Object.keys(COMMANDS), ...OPERATOR_COMMANDS].join(", ")}.`);
  await run(...words);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
