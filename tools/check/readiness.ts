import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Env, readEnv } from "~/env.server";
import { EnvError } from "~/environment/env-error";
import type { Source } from "~/environment/read-variables.server";
import { splitList } from "~/environment/variable-kinds.server";
import { examplesIn } from "~/visitor/brand/brand-examples.server";
import { BrandsError, readBrands } from "~/visitor/brand/brand-files.server";
import { modeOf } from "../../host/start/addresses";
import { hasFailed, reportOn } from "../contract/report";
import { written } from "../contract/written";

const ROOT = resolve(import.meta.dirname, "../..");
const BRANDS = "app/visitor/brand";

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Writes the page. @returns whether the site may go into production */
export async function readiness(source: Source, isOffline: boolean): Promise<boolean> {
  const variables = mistakesOfVariables(source);
  section("Variables", variables);
  const brands = mistakesOfBrands();
  section(`Brands (${BRANDS}/)`, brands);
  const isSound = isOffline || (await holdsContract(source));
  const isReady = variables.length + brands.length === 0 && isSound;
  say(isReady ? "\nReady for production." : "\nNot ready for production.");
  return isReady;
}

function section(title: string, mistakes: readonly string[]): void {
  say(`\n${title}: ${mistakes.length === 0 ? "nothing to be done" : `${mistakes.length} to be done`}`);
  for (const mistake of mistakes) say(`  ${mistake}`);
}

/** Variables with which a site starts that is not in production are a mistake here; of one that does not say so, all are told at once. */
function mistakesOfVariables(source: Source): string[] {
  const env = envOrMistakes(source);
  if (!Array.isArray(env)) {
    say(`Mode: ${modeOf(env)}`);
    return env.isProduction ? [] : ["PRODUCTION_ORIGINS: write the origin of PUBLIC_ORIGIN, which is https, in both"];
  }
  const inProduction = envOrMistakes({
    ...source,
    PRODUCTION_ORIGINS: source.PRODUCTION_ORIGINS || source.PUBLIC_ORIGIN,
  });
  return [...new Set([...env, ...(Array.isArray(inProduction) ? inProduction : [])])];
}

function envOrMistakes(source: Source): Env | string[] {
  try {
    return readEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.mistakes;
    throw error;
  }
}

function mistakesOfBrands(): string[] {
  const files = readdirSync(join(ROOT, BRANDS)).filter((name) => name.endsWith(".json"));
  const contents = files.map((name): [string, unknown] => [
    name,
    JSON.parse(readFileSync(join(ROOT, BRANDS, name), "utf8")),
  ]);
  const brands = Object.fromEntries(contents);
  return [...invalidIn(brands), ...examplesIn(brands)];
}

function invalidIn(brands: Readonly<Record<string, unknown>>): string[] {
  try {
    readBrands(brands);
    return [];
  } catch (error) {
    if (error instanceof BrandsError)
      return error.message
        .split("\n")
        .slice(1)
        .map((line) => line.trim());
    throw error;
  }
}

/** What `npm run contract` tells, and the hosts at which orders were to be paid that REDIRECT_HOSTS does not have. */
async function holdsContract({
  API_BASE_URL: base,
  PUBLIC_ORIGIN: site,
  REDIRECT_HOSTS: named = "",
}: Source): Promise<boolean> {
  say("\nPayments API\n");
  if (base === undefined || !URL.canParse(base) || site === undefined || !URL.canParse(site)) {
    say("  not asked: API_BASE_URL and PUBLIC_ORIGIN are not written yet");
    return false;
  }
  const report = await reportOn({ base, site });
  say(written(report));
  const unnamed = report.payHosts.filter((host) => !splitList(named).includes(host));
  section(
    "Hosts of payment pages",
    unnamed.map((host) => `REDIRECT_HOSTS: ${host} is missing; whoever is to pay there cannot`),
  );
  return !hasFailed(report) && unnamed.length === 0;
}
