import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Db } from "./store/database";

const linkKeys = z.object({ current: z.string().min(32), previous: z.string().min(32) });

/** The first key signs, both verify. */
export type LinkKeys = z.output<typeof linkKeys>;

export interface Secrets {
  links: LinkKeys;
  /** The secret of the key with which `rz` signs payments: 64 hex digits. */
  razorpay: string;
}

const LINKS = "link-keys";
const RAZORPAY = "razorpay";

const newSecret = (): string => randomBytes(32).toString("hex");
const newLinkKeys = (): string => JSON.stringify({ current: newSecret(), previous: newSecret() } satisfies LinkKeys);

const linkKeysIn = (text: string): LinkKeys => linkKeys.parse(JSON.parse(text));

/** The secrets in a folder, made on the first start: one file each, readable by its owner only. */
export const secretsIn = (dataDir: string): Secrets => ({
  links: linkKeysIn(storedOrNew(join(dataDir, `${LINKS}.json`), newLinkKeys)),
  razorpay: storedOrNew(join(dataDir, `${RAZORPAY}.key`), newSecret),
});

/** The file appears whole or not at all, so a crash meanwhile cannot spoil it. */
function storedOrNew(file: string, make: () => string): string {
  if (existsSync(file)) return readFileSync(file, "utf8");
  const made = make();
  writeFileSync(`${file}.new`, made, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return made;
}

/** The secrets in the database that copies share. Copies that start at once end with the same ones. */
export async function sharedSecrets(db: Db): Promise<Secrets> {
  const fresh = [
    { name: LINKS, value: newLinkKeys() },
    { name: RAZORPAY, value: newSecret() },
  ];
  await db
    .insertInto("secrets")
    .values(fresh)
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const secretOf = async (name: string) =>
    (await db.selectFrom("secrets").select("value").where("name", "=", name).executeTakeFirstOrThrow()).value;
  return { links: linkKeysIn(await secretOf(LINKS)), razorpay: await secretOf(RAZORPAY) };
}
