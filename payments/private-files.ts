import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** The database's file, where a caller names no other. */
export const DATABASE = "payments.db";
/** The database with its journals, signing keys, and what was left of writing one. */
const OWN_FILES = /^((sandbox|payments)\.db(-wal|-shm|-journal)?|[\w-]+\.key|link-keys\.json)(\.new)?$/;

/** Whether a file has signing keys: without them a database's mailed links are not valid any more. */
export const isKeyFile = (name: string): boolean => /^([\w-]+\.key|link-keys\.json)$/.test(name);

/** @returns the path of the database in a folder. @throws Error where there is none: a new one would say that nobody has bought anything */
export function existingDatabase(dataDir: string): string {
  const file = join(dataDir, DATABASE);
  if (existsSync(file)) return file;
  throw new Error(`There is no ${DATABASE} in ${resolve(dataDir)}: see PAYMENTS_DATA_DIR.`);
}

/**
 * Makes the folder and the database's file, for this user only, and takes what others may do from its files that are
 * there already.
 * @returns the database's file; SQLite gives its journals the same mode.
 */
export function prepareFiles(dataDir: string, name = DATABASE): string {
  mkdirSync(dataDir, { recursive: true, mode: FOLDER_MODE });
  closeFolder(dataDir);
  const database = join(dataDir, name);
  closeSync(openSync(database, "a", FILE_MODE));
  for (const file of readdirSync(dataDir).filter((file) => OWN_FILES.test(file)))
    chmodSync(join(dataDir, file), FILE_MODE);
  return database;
}

/** Not a folder that others share (like /tmp, which is sticky) or own: there the modes of the files have to do. */
function closeFolder(folder: string): void {
  const { mode, uid } = statSync(folder);
  const isShared = (mode & 0o1000) !== 0;
  if (!isShared && uid === process.getuid?.()) chmodSync(folder, FOLDER_MODE);
}
