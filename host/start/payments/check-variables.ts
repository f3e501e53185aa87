import { type Env, readEnv } from "~/env.server";
import { EnvError } from "~/environment/env-error";
import type { Source } from "~/environment/read-variables.server";
import { type PaymentsEnvironment, readEnvironment } from "../../../payments/environment/read-environment";

/** Stands for those that a start makes by itself. */
const MADE_LATER = { SESSION_SECRETS: "made-at-the-start-and-stored-in-the-data-folder" };

/**
 * The environment of the site. Where it starts the payments API, too, what is wrong with the variables of that is told with it.
 * @throws EnvError naming every mistake at once
 */
export function readAllVariables(source: Source): Env {
  const site = readOrMistakes(() => readEnv(source));
  if (!source.PAYMENTS_CATALOGUE || source.API_BASE_URL) return siteOrMistakes(site, []);
  const given = { ...source, SESSION_SECRETS: source.SESSION_SECRETS || MADE_LATER.SESSION_SECRETS };
  const payments = readOrMistakes(() => readEnvironment({ SITE_ORIGIN: source.PUBLIC_ORIGIN, ...given }));
  if (Array.isArray(payments)) return siteOrMistakes(site, payments);
  return siteOrMistakes(site, Array.isArray(site) ? [] : wrongMoney(site, payments));
}

/** Whether money moves is said in two places, which must not differ where it matters. */
function wrongMoney({ isProduction, isTestMode }: Env, { isTest }: PaymentsEnvironment): string[] {
  if (isProduction && isTest)
    return ["PRODUCTION_ORIGINS: has PUBLIC_ORIGIN, but with test keys of the providers no money moves"];
  if (isTestMode && !isTest) return ["PAYMENTS_TEST_MODE: must not be 1 with live keys of the providers: money moves"];
  return [];
}

function readOrMistakes<T>(read: () => T): T | string[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof EnvError) return error.mistakes;
    throw error;
  }
}

function siteOrMistakes(site: Env | string[], others: readonly string[]): Env {
  if (Array.isArray(site) || others.length > 0)
    throw new EnvError([...new Set([...(Array.isArray(site) ? site : []), ...others])]);
  return site;
}
