import { readFileSync } from "node:fs";
import type { Source } from "~/environment/read-variables.server";
import { about } from "~/environment/variable-kinds.server";
import { paymentsVariables } from "./variables";

const SECRETS = Object.entries(paymentsVariables.shape).flatMap(([name, schema]) =>
  about.get(schema)?.isSecret ? [name] : [],
);

interface Filled {
  source: Source;
  /** What is wrong, by the name of the variable. */
  mistakes: ReadonlyMap<string, string>;
}

/** Puts secrets in the place of the files that hold them: NAME_FILE for NAME, as Docker and Kubernetes hand secrets to a container. */
export function withSecretFiles(source: Source): Filled {
  const mistakes = new Map<string, string>();
  const read: Record<string, string> = {};
  for (const name of SECRETS) {
    const file = source[`${name}_FILE`];
    if (!file) continue;
    const text = textIn(file);
    if (source[name]) mistakes.set(`${name}_FILE`, `is set, and ${name} too: only one of them can be`);
    else if (text) read[name] = text;
    else mistakes.set(`${name}_FILE`, `${file} cannot be read, or is empty`);
  }
  return { source: { ...source, ...read }, mistakes };
}

function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return undefined;
  }
}
