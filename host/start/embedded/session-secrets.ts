import { randomBytes, randomUUID } from "node:crypto";
import { chmod, link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "../start-error";

const SHORTEST = 32;

/** The secrets stored in the data folder, made on the first start. Two starts at once end with the same ones. */
export async function storedSessionSecrets(folder: string): Promise<string> {
  const file = join(folder, "session-secrets");
  const fresh = randomBytes(32).toString("base64url");
  // It appears whole: another start would otherwise read it before anything is in it.
  const written = `${file}.${randomUUID()}`;
  await writeFile(written, fresh, { mode: 0o600, flush: true });
  await link(written, file).catch(ignoreExisting);
  await rm(written);
  await chmod(file, 0o600);
  const stored = (await readFile(file, "utf8")).trim();
  if (stored.length < SHORTEST) throw new StartError(`${file} is damaged: delete it, or set SESSION_SECRETS.`);
  return stored;
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
}
