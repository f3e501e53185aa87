import { expect, it } from "vitest";
import { closedIn } from "~/visitor/visitor.server";
import { changeEnv } from "../env/changed-env";
import { makeGeo } from "../mocks/builders";

it.each(["China", "china", "People's Republic of CHINA", "Hong Kong SAR China"])("%s is closed", (country) => {
  expect(closedIn(makeGeo({ country }))).toBe("gated");
});

it.each(["United States", "Taiwan", "Switzerland", ""])("%j is open", (country) => {
  expect(closedIn(makeGeo({ country }))).toBeUndefined();
});

it("the country's name decides, not its code", () => {
  expect(closedIn(makeGeo({ country: "", country_code: "CN" }))).toBeUndefined();
});

it("an address nobody can place is let through", () => {
  changeEnv({ closedCountries: ["IR"] });
  expect(closedIn(undefined)).toBeUndefined();
  expect(closedIn(makeGeo({ country: "", country_code: "" }))).toBeUndefined();
});

it("where the operator sells nothing the code decides, and it is said that nothing is sold", () => {
  changeEnv({ closedCountries: ["IR", "CN"] });
  expect(closedIn(makeGeo({ country: "Iran", country_code: "IR" }))).toBe("notSold");
  expect(closedIn(makeGeo({ country: "China", country_code: "CN" }))).toBe("notSold");
  expect(closedIn(makeGeo({ country: "Iraq", country_code: "IQ" }))).toBeUndefined();
});
