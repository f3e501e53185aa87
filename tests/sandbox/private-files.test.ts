import { chmod, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { prepareFiles } from "../../payments/private-files";
import { runningSandbox, temporaryFolder } from "./running-sandbox";

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o7777).toString(8);

/** The mode of each file in a folder, by name. */
async function modesIn(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder);
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await modeOf(join(folder, name))])));
}

it("what a sandbox keeps is its user's alone, journals and keys included", async () => {
  const dataDir = join(await temporaryFolder(), "data");
  const { sandbox } = await runningSandbox({ dataDir });
  sandbox.signedLink("/payment");
  const modes = await modesIn(dataDir);
  expect(Object.keys(modes)).toEqual(
    expect.arrayContaining(["sandbox.db", "sandbox.db-wal", "sandbox.db-shm", "link-keys.json"]),
  );
  expect(new Set(Object.values(modes))).toEqual(new Set(["600"]));
  expect(await modeOf(dataDir)).toBe("700");
});

it("what was there already with wider modes is closed; what is not the sandbox's is left alone", async () => {
  const dataDir = join(await temporaryFolder(), "data");
  await mkdir(dataDir);
  await chmod(dataDir, 0o755);
  const own = ["sandbox.db", "sandbox.db-wal", "sandbox.db-shm", "link-keys.json", "razorpay.key", "razorpay.key.new"];
  for (const name of [...own, "notes.txt"]) {
    await writeFile(join(dataDir, name), "");
    await chmod(join(dataDir, name), 0o644);
  }
  prepareFiles(dataDir, "sandbox.db");
  expect(await modesIn(dataDir)).toEqual({
    ...Object.fromEntries(own.map((name) => [name, "600"])),
    "notes.txt": "644",
  });
  expect(await modeOf(dataDir)).toBe("700");
});

it("a folder that all share keeps its mode", async () => {
  const dataDir = await temporaryFolder();
  await chmod(dataDir, 0o1777);
  prepareFiles(dataDir, "sandbox.db");
  expect(await modeOf(dataDir)).toBe("1777");
  expect(await modesIn(dataDir)).toEqual({ "sandbox.db": "600" });
});
