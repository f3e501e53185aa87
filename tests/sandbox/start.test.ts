import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runningSandbox, temporaryFolder } from "./running-sandbox";
import { needsFile } from "./shared-database";

it("a port that is taken is named", async () => {
  const { base } = await runningSandbox();
  const { port } = new URL(base);
  await expect(runningSandbox({ port: Number(port) })).rejects.toThrow(port);
});

it("a data folder that cannot be made is named", needsFile, async () => {
  const file = join(await temporaryFolder(), "a-file");
  await writeFile(file, "in the way");
  const dataDir = join(file, "data");
  await expect(runningSandbox({ dataDir })).rejects.toThrow(dataDir);
});
