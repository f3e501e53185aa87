import { providerRoutes } from "../api/providers/routes";
import type { Catalogue } from "../catalogue/catalogue";
import type { Driver } from "../drivers/driver";
import type { PaymentsEnvironment } from "../environment/read-environment";
import type { PaymentsLog } from "../log";
import type { PaymentsParts } from "../start";
import { botCheck } from "./check-bot";
import type { NetworkCountries } from "./network-countries";
import { paramsOf } from "./params";
import { recaptcha } from "./recaptcha";

interface RealParts {
  environment: PaymentsEnvironment;
  log: PaymentsLog;
  drivers: ReadonlyMap<string, Driver>;
  countryOf: NetworkCountries;
  /** The current one. */
  catalogue: () => Catalogue;
}

/** What the payments API is made of where real providers take the money. */
export function realParts({ environment, log, drivers, countryOf, catalogue }: RealParts): PaymentsParts {
  const { siteOrigin, siteProofs, recaptcha: keys } = environment;
  return {
    parts: ({ db }) => ({
      drivers,
      checkBot: botCheck({ script: keys && recaptcha({ ...keys, siteOrigin, db, log }), siteProofs }),
      countryOf: async (address) => countryOf(address),
      defaultCountry: async () => undefined,
      catalogue: async () => catalogue(),
      params: () => paramsOf(drivers, keys),
    }),
    providerRoutes,
  };
}
