import { accessSync, constants, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Linux keeps this folder in memory. Every write of a sandbox waits for its disk, which was half of the time its tests took. */
const IN_MEMORY = "/dev/shm";
const ENOUGH_BYTES = 2 ** 30;

/** Where there is too little room in memory, or none, the system's temporary folder. */
function folderForData(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ENOUGH_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A new folder for the data of a sandbox. Whoever makes it removes it. @param prefix what its name begins with */
export const makeDataFolder = (prefix: string): string => mkdtempSync(join(folderForData(), prefix));
