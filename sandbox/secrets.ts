import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Secrets {
  /** A secret by name: 64 hex digits, made on first use and then kept. */
  secret(name: string): string;
}

/** @param dataDir keeps the secrets, one file each, readable by its owner only. */
export function secretsIn(dataDir: string): Secrets {
  return {
    secret(name) {
      const file = join(dataDir, `${name}.key`);
      if (existsSync(file)) return readFileSync(file, "utf8");
      const made = randomBytes(32).toString("hex");
      writeFileSync(`${file}.new`, made, { mode: 0o600, flush: true });
      renameSync(`${file}.new`, file);
      return made;
    },
  };
}
