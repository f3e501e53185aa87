import { expect, it } from "vitest";
import { availableProviders } from "~/purchase/provider-flows.server";
import { changeEnv } from "../env/changed-env";

it("of the providers on offer only those the site has a flow for can be chosen", () => {
  expect(availableProviders(["paypal", "so", "__proto__"])).toEqual(["so"]);
  expect(availableProviders([])).toEqual([]);
});

it("a provider that is switched off is gone at once", () => {
  changeEnv({ providersOff: ["so"] });
  expect(availableProviders(["so"])).toEqual([]);
});
