import { expect, it } from "vitest";
import { chosenCountry, countryChoices, priceCountry } from "~/offers/load-offers.server";
import { changeEnv } from "../env/changed-env";
import { makeRequest } from "../visitor/requests";

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

it.each([
  ["/payment?country=GB", "", "GB"],
  ["/payment", "country=IN", "IN"],
  ["/payment?country=GB", "country=IN", "GB"],
  ["/payment?country=gb", "", undefined],
  ["/payment?country=<b>", "", undefined],
  ["/payment?country=XX", "country=IN", undefined],
  ["/payment?country=ZZ", "", undefined],
  ["/payment?country=EU", "", undefined],
  ["/payment?country=UK", "", undefined],
  ["/payment?country=XK", "", "XK"],
  ["/payment", "country=XX", undefined],
  ["/payment", "", undefined],
])("on %s with the cookie %j prices are chosen for %s", (path, cookie, country) => {
  expect(chosenCountry(makeRequest(path, { cookie })).country).toBe(country);
});

it("prices of a country in which nothing is sold are neither offered nor chosen", () => {
  changeEnv({ closedCountries: ["IR", "IN"] });
  expect(countryChoices("IR", "IR")).toEqual(["US", "GB", "CA", "AU"]);
  expect(chosenCountry(makeRequest("/payment?country=IR"))).toEqual({ country: undefined, headers: [] });
  expect(chosenCountry(makeRequest("/payment", { cookie: "country=IN" })).country).toBeUndefined();
});

it("a choice is remembered when it is made, and not again", () => {
  expect(chosenCountry(makeRequest("/?country=GB")).headers).toEqual([
    ["Set-Cookie", expect.stringMatching(/^country=GB; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)],
  ]);
  expect(chosenCountry(makeRequest("/?country=GB", { cookie: "country=GB" })).headers).toEqual([]);
  expect(chosenCountry(makeRequest("/", { cookie: "country=GB" })).headers).toEqual([]);
});
