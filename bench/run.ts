import { withSite } from "./site";
import { measureThroughput } from "./throughput";
import { measureWeights } from "./weights";

// What a page weighs and how pages compare in speed. Figures of one run only compare with each other: machines differ.
await withSite(async (origin) => {
  await measureWeights(origin);
  await measureThroughput(origin);
});
