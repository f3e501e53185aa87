import fc from "fast-check";
import { it } from "vitest";
import { openShop } from "./shop";
import { steps, walk } from "./walk";

it("whatever happens in whatever order, each renewal is kept or given back once, and both sides agree in the end", async () => {
  const shop = await openShop();
  await fc.assert(
    fc.asyncProperty(steps, (wanted) => walk(shop, wanted)),
    { numRuns: 10 },
  );
});
