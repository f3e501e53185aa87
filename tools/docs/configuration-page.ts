import { resolve } from "node:path";
import { z } from "zod";
import { about } from "~/environment/variable-kinds.server";
import { VARIABLE_GROUPS } from "~/environment/variables.server";
import { PAYMENTS_VARIABLE_GROUPS } from "../../payments/environment/variables";

export const CONFIGURATION_PAGE = resolve(import.meta.dirname, "../../docs/configuration.md");

/** What JSON Schema says of a variable as it is written in the environment. */
const written = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  default: z.union([z.string(), z.number()]).optional(),
});

interface Variable {
  name: string;
  about: NonNullable<ReturnType<typeof about.get>>;
  written: z.output<typeof written>;
}

function variableOf([name, schema]: [string, z.ZodType]): Variable {
  const told = about.get(schema);
  if (told === undefined) throw new Error(`nothing is told about ${name}`);
  return { name, about: told, written: written.parse(z.toJSONSchema(schema, { io: "input" })) };
}

/** Every variable with what is told of it, by group. */
export const CONFIGURATION = [...VARIABLE_GROUPS, ...PAYMENTS_VARIABLE_GROUPS].map(({ title, variables }) => ({
  title,
  variables: Object.entries<z.ZodType>(variables.shape).map(variableOf),
}));

const all = CONFIGURATION.flatMap(({ variables }) => variables);
const code = (text: string | number): string => `\`${text}\``;

/** Above this a limit says nothing. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

function formOf({
  about: { example },
  written: { type, enum: words, minimum, maximum = NO_LIMIT, ...rest },
}: Variable): string {
  if (words !== undefined) return words.includes("true") ? "`1` or `0`" : words.map(code).join(", ");
  if (type === "integer" || type === "number") {
    const range = maximum === NO_LIMIT ? `${minimum} or more` : `${minimum} to ${maximum}`;
    return type === "integer" ? range : `${range}, with decimals`;
  }
  // Only lists are the empty text where they are not set.
  return `${rest.default === "" ? "comma list: " : ""}${code(example ?? "")}`;
}

function unsetOf({ about: { unset }, written: { default: fallback } }: Variable): string {
  if (unset !== undefined) return unset;
  return fallback === undefined || fallback === "" ? "none" : code(fallback);
}

function meaningOf({ about: { meaning, isRequired, requiredWhere, isSecret } }: Variable): string {
  const where = [isRequired && "in production", requiredWhere && `where ${requiredWhere}`].filter((part) => part);
  const required = where.length === 0 ? "" : ` **Required** ${where.join(", and ")}.`;
  return `${meaning}${required}${isSecret ? " **Secret.**" : ""}`;
}

const rowOf = (variable: Variable): string =>
  `| ${code(variable.name)} | ${meaningOf(variable)} | ${formOf(variable)} | ${unsetOf(variable)} |\n`;

const sectionOf = ({ title, variables }: (typeof CONFIGURATION)[number]): string =>
  `\n## ${title}\n\n| variable | meaning | takes | where it is not set |\n| --- | --- | --- | --- |\n${variables.map(rowOf).join("")}`;

const named = (mark: "isRequired" | "isSecret" | "isShared"): string =>
  all
    .filter((variable) => variable.about[mark])
    .map(({ name }) => code(name))
    .join(", ");

const HEAD = `# Configuration

Every environment variable that the site or our own payments API reads, once, at its start. A mistake in any of them is told in full
within a second, and the process exits with 1. An empty variable is one that is not set. This file is made from
\`app/environment/variables.server.ts\` and \`payments/environment/variables.ts\` by \`npm run docs:configuration\`; how to run the site is in
\`docs/operating.md\`, how to sell with our own payments API in \`docs/payments.md\`.

- **Production** is where PUBLIC_ORIGIN is one of PRODUCTION_ORIGINS. It needs ${named("isRequired")}.
- **The same in all copies**, or two copies answer one buyer in two ways: ${named("isShared")}.
  Give them the same of all the rest, too, but for where each listens and its DATA_DIR.
- **Secret**, from your secret store, never in a file that others read: ${named("isSecret")}. The
  site tells none of them, in no log and on no page. The payments API also takes each from a file that NAME\`_FILE\` names, as Docker and
  Kubernetes hand out secrets.

\`npm run payments\`, the payments API alone, reads the groups from "Our own payments API" on, and of the others PAYMENTS_CATALOGUE, PUBLIC_ORIGIN, SESSION_SECRETS,
DATABASE_URL, DATA_DIR, SMTP_URL, MAIL_FROM, STORE_REPORTS_FILE and LOG_LEVEL. What is said of the sandbox's there holds for it, too.

\`npm run sandbox\`, the sandbox alone, reads some of these for itself, with PORT and DATA_DIR as its own.
`;

/** docs/configuration.md, for operators. */
export const configurationPage = (): string => HEAD + CONFIGURATION.map(sectionOf).join("");
