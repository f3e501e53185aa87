import { expect } from "vitest";
import { journey } from "./journey";
import { expectLightPurchase } from "./weight-steps";

journey.withScripts("every page of a purchase is light", { statuses: [404] }, expectLightPurchase);

journey.withScripts("a page asks for nothing but its own files before it is ready", async ({ visitor, page, site }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await visitor.open("/payment/yearly");
  // React marks the nodes it has taken over.
  const isHydrated = () =>
    Object.keys(document.querySelector("form.pay") ?? {}).some((key) => key.startsWith("__react"));
  await page.waitForFunction(isHydrated);
  const [first, ...files] = asked.map((address) => address.replace(site.addresses.site, ""));
  expect(first).toBe("/payment/yearly");
  expect(files.filter((path) => !/^\/(assets|brands)\//.test(path))).toEqual([]);
});
