import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "./start-error";

/** Makes the folder and proves that it can be written by writing into it: root passes every check of modes. */
export async function prepareDataFolder(folder: string): Promise<void> {
  const probe = join(folder, `.probe-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(probe, "");
    await rm(probe);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The data folder ${folder} cannot be written: ${reason}\nSet DATA_DIR to a folder that can.`);
  }
}
