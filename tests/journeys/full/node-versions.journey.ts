import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { sandboxOf } from "../../../tools/rig/apis/sandbox";
import { Buyer } from "../../../tools/rig/buyer";
import { goToEnd } from "../../../tools/rig/check-buyer";
import { needs } from "../../setup/report/needs";
import { nodeProgram } from "../node-versions";
import { startSite } from "../running-site";

/** The first that package.json's "engines" allows, and the newest of those that get fixes. */
const VERSIONS = ["20.19.0", "22.23.3", "24.21.0"];
const programs = await Promise.all(VERSIONS.map(nodeProgram));

for (const [at, version] of VERSIONS.entries()) {
  const node = programs[at] ?? "";
  test.concurrent(
    `on Node ${version} the site starts, sells a plan, and ends as it is told`,
    needs(`Node ${version} from the npm registry`, node !== ""),
    async () => {
      expect(execFileSync(node, ["--version"], { encoding: "utf8" })).toBe(`v${version}\n`);
      const { addresses, stop } = await startSite({}, node);
      const buyer = new Buyer({ site: addresses.site, provider: "so", outcome: { outcome: "approve" } });
      expect(await goToEnd(buyer, sandboxOf(addresses))).toEqual([]);
      await stop();
    },
  );
}
