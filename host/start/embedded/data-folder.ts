import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StartError } from "../start-error";

/** For this user only. The sandbox sees to folders that are there already. */
const OWNERS = { mode: 0o700 };

/** Makes the folder and checks by writing a file that it is writable: checks of its mode always pass for root. */
export async function prepareDataFolder(folder: string): Promise<void> {
  const probe = join(folder, `.probe-${randomUUID()}`);
  try {
    await makeFolder(folder);
    await writeFile(probe, "");
    await rm(probe);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The data folder ${folder} cannot be written: ${reason}\nSet DATA_DIR to a folder that can.`);
  }
}

/** Makes a folder and its parents. (mkdir's `recursive` hangs where the file system answers ENOENT, as /proc does) */
async function makeFolder(folder: string): Promise<void> {
  const code = await failureOf(mkdir(folder, OWNERS));
  if (code === undefined || code === "EEXIST") return;
  if (code === "ENOENT" && dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder, OWNERS);
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );
