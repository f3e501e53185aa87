import type { z } from "zod";

/** A mistake in a catalogue: where, and what was expected there. */
export interface Mistake {
  path: readonly PropertyKey[];
  expected: string;
}

/** A catalogue that cannot be used, with all that is wrong with it, a sentence each. */
export class CatalogueMistakes extends Error {
  readonly sentences: readonly string[];

  constructor(file: string, sentences: readonly string[]) {
    super(`${file} cannot be used:\n${sentences.map((one) => `- ${one}`).join("\n")}`);
    this.name = "CatalogueMistakes";
    this.sentences = sentences;
  }
}

/** Such as "plans[2].prices.EUR: expected a price". */
export const sentenceOf = ({ path, expected }: Mistake): string =>
  path.length === 0 ? expected : `${pathText(path)}: ${expected}`;

const pathText = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "");

/** What zod found, each field by itself. */
export function mistakeOf(issue: z.core.$ZodIssue): Mistake[] {
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({ path: [...issue.path, key], expected: "there is no such field" }));
    case "invalid_key":
      return [{ path: issue.path, expected: issue.issues.map(({ message }) => message).join("; ") }];
    case "invalid_type":
      return [
        {
          path: issue.path,
          expected: issue.input === undefined ? `expected ${issue.expected}, but it is missing` : issue.message,
        },
      ];
    default:
      return [{ path: issue.path, expected: issue.message }];
  }
}
