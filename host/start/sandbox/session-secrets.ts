import { randomBytes, randomUUID } from "node:crypto";
import { chmod, link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "../start-error";

const SHORTEST = 32;

/** The secrets kept in the data folder, made on the first start. Two starts at once end with the same ones. */
export async function keptSessionSecrets(folder: string): Promise<string> {
  const file = join(folder, "session-secrets");
  const fresh = randomBytes(32).toString("base64url");
  // It appears whole: another start would otherwise read it before anything is in it.
  const written = `${file}.${randomUUID()}`;
  await writeFile(written, fresh, { mode: 0o600, flush: true });
  await link(written, file).catch(ignoreExisting);
  await rm(written);
  await chmod(file, 0o600);
  const kept = (await readFile(file, "utf8")).trim();
  if (kept.length < SHORTEST) throw new StartError(`${file} is damaged: delete it, or set SESSION_SECRETS.`);
  return kept;
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
}
