import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { Reader } from "mmdb-lib";
import { z } from "zod";
import { countryCode } from "~/upstream/contract/values/scalars";

/** MaxMind's and DB-IP's files have an object, IPinfo's a code. */
const entryRead = z
  .union([
    z.object({ country: z.object({ iso_code: countryCode }) }).transform(({ country }) => country.iso_code),
    z.object({ country: countryCode }).transform(({ country }) => country),
    z.object({ country_code: countryCode }).transform((entry) => entry.country_code),
  ])
  .optional()
  .catch(undefined);

/** ISO 3166-1 alpha-2; undefined: not known. */
export type NetworkCountries = (address: string) => string | undefined;

/** The countries of a file in MaxMind's format. @throws Error naming the file */
export function networkCountriesIn(file: string): NetworkCountries {
  const reader = readerOf(file);
  return (address) => (isIP(address) === 0 ? undefined : entryRead.parse(reader.get(address) ?? undefined));
}

function readerOf(file: string) {
  try {
    return new Reader(readFileSync(file));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`PAYMENTS_COUNTRY_FILE: ${file} cannot be read: ${reason}`, { cause: error });
  }
}
