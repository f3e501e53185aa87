import { resolve } from "node:path";
import { reloadableCatalogue } from "./catalogue/load-catalogue";
import { configuredDrivers, pageHosts } from "./drivers/configured-drivers";
import type { PaymentsEnvironment } from "./environment/read-environment";
import type { PaymentsLog } from "./log";
import { type NetworkCountries, networkCountriesIn } from "./parts/network-countries";
import { realParts } from "./parts/real-parts";
import { startPayments } from "./start";
import { readSettingsFile, type StoreReportSettings } from "./store-reports/stores/settings";

export interface RunningPayments {
  /** Where it listens. */
  origin: string;
  /** Where providers and buyers reach it. */
  publicOrigin: string;
  /** Names of the providers that are set up. */
  providers: string[];
  /** Where their pages are, for the site's REDIRECT_HOSTS. */
  pageHosts: string[];
  /** No money moves. */
  isTest: boolean;
  /** Reads again what may be changed while it runs; what has a mistake stays as it was. */
  reload(): void;
  close(): Promise<void>;
}

/** Starts the payments API with the providers of the environment. @throws Error telling what is to be changed */
export async function runPayments(environment: PaymentsEnvironment, log: PaymentsLog): Promise<RunningPayments> {
  const { host, port, hosts, publicOrigin, siteOrigin, databaseUrl, mailServer, isTest } = environment;
  const { entitlements, operatorKey, linkKeys, metrics, settings, operatorPage } = environment;
  const storeReports = storeReportSettings(environment);
  const countries = reloadableCountries(environment, log);
  const drivers = configuredDrivers(environment);
  const catalogue = reloadableCatalogue(resolve(environment.catalogueFile), log, [...drivers.values()]);
  const addresses = { host, port, hosts, publicOrigin, siteOrigin };
  const dataDir = resolve(environment.dataDir);
  const { origin, context, close } = await startPayments(
    {
      ...addresses,
      dataDir,
      databaseUrl,
      log,
      mailServer,
      storeReports,
      entitlements,
      operatorKey,
      linkKeys,
      metrics,
      settings,
      operatorPage,
    },
    realParts({ environment, log, drivers, countryOf: countries.countryOf, catalogue: catalogue.current }),
  );
  return {
    origin,
    publicOrigin: context.origin(),
    providers: [...drivers.values()].map(({ name }) => name),
    pageHosts: pageHosts(environment),
    isTest,
    reload: () => {
      countries.reload();
      catalogue.reload();
    },
    close,
  };
}

function storeReportSettings({ storeReportsFile }: PaymentsEnvironment): StoreReportSettings | undefined {
  if (storeReportsFile === undefined) return undefined;
  try {
    return readSettingsFile(resolve(storeReportsFile));
  } catch (error) {
    throw new Error(`STORE_REPORTS_FILE: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

function reloadableCountries({ countryFile }: PaymentsEnvironment, log: PaymentsLog) {
  const load = (): NetworkCountries => (countryFile === undefined ? () => undefined : networkCountriesIn(countryFile));
  let countries = load();
  return {
    countryOf: (address: string) => countries(address),
    reload: () => {
      try {
        countries = load();
      } catch (error) {
        log.error({ err: error }, "payments: the countries of networks were not read again");
      }
    },
  };
}
