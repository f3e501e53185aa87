import { expect, it } from "vitest";
import { countryChoices, priceCountry } from "~/offers/price-country";

it.each([
  ["GB", "IN", "USD", "GB"],
  [undefined, "IN", "USD", "IN"],
  [undefined, undefined, "USD", "US"],
  [undefined, undefined, "AUD", "AU"],
  [undefined, undefined, "CAD", "CA"],
  [undefined, undefined, "GBP", "GB"],
  [undefined, undefined, "EUR", "US"],
  [undefined, undefined, undefined, "US"],
])("chosen %s, detected %s, priced in %s: prices are for %s", (chosen, detected, currency, country) => {
  expect(priceCountry(chosen, detected, currency)).toBe(country);
});

it("the choices begin with the current country and hold the detected one, each once", () => {
  expect(countryChoices("GB", "ES")).toEqual(["GB", "ES", "US", "CA", "AU", "IN"]);
  expect(countryChoices("US", "US")).toEqual(["US", "GB", "CA", "AU", "IN"]);
  expect(countryChoices("US", undefined)).toEqual(["US", "GB", "CA", "AU", "IN"]);
});
