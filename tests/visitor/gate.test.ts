import { expect, it } from "vitest";
import { isGated } from "~/visitor/visitor.server";
import { makeGeo } from "../mocks/builders";

it.each(["China", "china", "People's Republic of CHINA", "Hong Kong SAR China"])("%s is closed", (country) => {
  expect(isGated(makeGeo({ country }))).toBe(true);
});

it.each(["United States", "Taiwan", "Switzerland", ""])("%j is open", (country) => {
  expect(isGated(makeGeo({ country }))).toBe(false);
});

it("the country's name decides, not its code", () => {
  expect(isGated(makeGeo({ country: "", country_code: "CN" }))).toBe(false);
});

it("an address nobody can place is let through", () => {
  expect(isGated(undefined)).toBe(false);
});
