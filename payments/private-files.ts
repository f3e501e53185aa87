import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const DATABASE = "sandbox.db";
/** The database with its journals, signing keys, and what was left of writing one. */
const OWN_FILES = /^(sandbox\.db(-wal|-shm|-journal)?|[\w-]+\.key|link-keys\.json)(\.new)?$/;

/**
 * Makes the folder and the database's file, for this user only, and takes what others may do from the sandbox's files that are
 * there already.
 * @returns the database's file; SQLite gives its journals the same mode.
 */
export function prepareFiles(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: FOLDER_MODE });
  closeFolder(dataDir);
  const database = join(dataDir, DATABASE);
  closeSync(openSync(database, "a", FILE_MODE));
  for (const name of readdirSync(dataDir).filter((name) => OWN_FILES.test(name)))
    chmodSync(join(dataDir, name), FILE_MODE);
  return database;
}

/** Not a folder that others share (like /tmp, which is sticky) or own: there the modes of the files have to do. */
function closeFolder(folder: string): void {
  const { mode, uid } = statSync(folder);
  const isShared = (mode & 0o1000) !== 0;
  if (!isShared && uid === process.getuid?.()) chmodSync(folder, FOLDER_MODE);
}
