import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { networkCountriesIn } from "../../../payments/parts/network-countries";
import { temporaryFolder } from "../../setup/temporary-folder";
import { countryDatabase } from "./mmdb";

it("a network's country is the one that the file has", () => {
  const file = join(temporaryFolder("countries"), "countries.mmdb");
  writeFileSync(file, countryDatabase("DE", "FR"));
  const countryOf = networkCountriesIn(file);
  expect(countryOf("10.1.2.3")).toBe("DE");
  expect(countryOf("203.0.113.1")).toBe("FR");
  expect(countryOf("not an address")).toBeUndefined();
});

it("a file that is none is named with its variable", () => {
  const file = join(temporaryFolder("countries"), "countries.mmdb");
  writeFileSync(file, "");
  expect(() => networkCountriesIn(file)).toThrow(`PAYMENTS_COUNTRY_FILE: ${file} cannot be read`);
});
