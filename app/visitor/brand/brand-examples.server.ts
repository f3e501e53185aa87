import { BrandsError } from "./brand-files.server";

/** What a brand's file promises to buyers in the operator's name. */
const PROMISES = ["refunds", "withdrawalDays", "monthsNoticeIn", "promises", "features", "replyHours"];

/** Names that RFC 2606 and RFC 6761 keep for examples, in an address, an e-mail address or an app's name. */
const EXAMPLE_HOST =
  /(^|[/@.])example\.(com|net|org)\b|\bcom\.example\.|\.(example|test|invalid|localhost)(?=[/:?#]|$)/;
const EXAMPLE_COMPANY = /example|sandbox/i;

/** What has to be written into brands' files before they are an operator's own, a line each; `files` as readBrands takes them. */
export const examplesIn = (files: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(files).flatMap(([path, file]) => {
    const name = path.replace(/^.*\//, "");
    const content: Record<string, unknown> = Object.assign({}, file);
    const examples = textsIn(content).filter(([field, text]) => isExample(field, text));
    const promised = PROMISES.filter((field) => content[field] !== undefined);
    return [
      ...examples.map(([field, text]) => `${name} ${field}: "${text}" is an example; write your own`),
      ...(promised.length > 0 && content.promisedBy === undefined ? [unpromised(name, promised, content)] : []),
    ];
  });

/** @throws BrandsError where anything in the files is an example */
export function refuseExamples(files: Readonly<Record<string, unknown>>): void {
  const mistakes = examplesIn(files);
  if (mistakes.length > 0)
    throw new BrandsError(
      `This is production, and ${mistakes.length} lines of the brands in app/visitor/brand are examples:\n  ${mistakes.join("\n  ")}\nDelete the file of an app that you do not have. What each field says: docs/adding.md.`,
    );
}

const isExample = (field: string, text: string): boolean =>
  EXAMPLE_HOST.test(text) || (field === "company" && EXAMPLE_COMPANY.test(text));

function unpromised(name: string, promised: readonly string[], content: Record<string, unknown>): string {
  const told = promised.map((field) => `${field} ${JSON.stringify(content[field])}`);
  return `${name} promisedBy: nobody stands for ${told.join(", ")}; delete what you do not promise, and write who promises the rest, such as "promisedBy": "Legal, 2026-11-25"`;
}

/** Every text in a file, with the path of its field. */
function textsIn(content: object, above = ""): [field: string, text: string][] {
  return Object.entries(content).flatMap(([field, value]): [string, string][] => {
    const path = `${above}${field}`;
    if (typeof value === "string") return [[path, value]];
    return typeof value === "object" && value !== null ? textsIn(value, `${path}.`) : [];
  });
}
