import { chmodSync, copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Libsql from "libsql";
import { DATABASE, existingDatabase, isKeyFile } from "../private-files";

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Writes a copy of the database and of the keys beside it into a new folder, while the payments API runs. The database in it is whole, as it
 * was at one moment. @throws Error where there is nothing to copy, or the folder is there already
 */
export function backUp(dataDir: string, folder: string): void {
  const from = existingDatabase(dataDir);
  mkdirSync(folder, { recursive: false, mode: 0o700 });
  const file = new Libsql(from, { readonly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    file.prepare("vacuum into ?").run(join(folder, DATABASE));
  } finally {
    file.close();
  }
  chmodSync(join(folder, DATABASE), 0o600);
  // Keys never change, so it does not matter that they are copied later.
  for (const name of readdirSync(dataDir).filter(isKeyFile)) copyFileSync(join(dataDir, name), join(folder, name));
}
