import { expect, it } from "vitest";
import { COUNTRY_CODES, countryCode, isCountryCode } from "~/upstream/contract/values/scalars";

const NAMES = new Intl.DisplayNames("en", { type: "region" });
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** Codes the runtime can name that ISO 3166-1 does not give to a country: withdrawn, reserved, made up or several countries. */
const NOT_COUNTRIES = "AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH QO RH SU TA TP UK UN VD XA XB YD YU ZR ZZ".split(
  " ",
);

it("there are 249 countries and Kosovo: all that have a name, and no other", () => {
  const named = LETTERS.flatMap((one) => LETTERS.map((other) => one + other)).filter((code) => NAMES.of(code) !== code);
  const countries = named.filter((code) => !NOT_COUNTRIES.includes(code));
  expect([...COUNTRY_CODES].sort()).toEqual(countries);
  expect(COUNTRY_CODES.size).toBe(250);
});

it.each(["XX", "ZZ", "EU", "UK", "UN", "T1", "us", "USA", "", "U", undefined])("%s is none", (code) => {
  expect(isCountryCode(code)).toBe(false);
  expect(countryCode.safeParse(code).success).toBe(false);
});

it.each(["US", "GB", "XK"])("%s is one", (code) => expect(countryCode.parse(code)).toBe(code));
