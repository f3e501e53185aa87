import fc from "fast-check";
import { it } from "vitest";
import { openShop } from "../shop";
import { steps, walk } from "../walk";

it.each(["undo", "none"] as const)(
  "many lives of subscriptions come to what the model says: resume %s",
  async (resume) => {
    const shop = await openShop({ resume });
    await fc.assert(
      fc.asyncProperty(steps, (wanted) => walk(shop, wanted)),
      { numRuns: 25 },
    );
  },
);
