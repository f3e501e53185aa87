import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { exportSubscriptions } from "../transfer/export-subscriptions";
import { type ImportReport, importSubscriptions } from "../transfer/import-subscriptions";
import { readSubscriptions } from "../transfer/subscription-line";
import { OperatorError } from "./act";
import { auditedApart } from "./audit";
import { type Command, confirm, saidWhy, type Terminal, word } from "./terminal";

const MOST_LISTED = 100;

/** Takes in a file of subscriptions. Without --write it only tells what would be done. @throws OperatorError */
export async function importFile(terminal: Terminal, command: Command): Promise<string> {
  const { context } = terminal;
  const file = word(command, 0, "file");
  const { found, mistakes } = await read(file);
  if (mistakes.length > 0) throw new OperatorError(`${listed(mistakes)}\nNothing was imported.`);
  if (!command.write) {
    const report = await importSubscriptions(context, found, false);
    return `${summary(report, "can be imported")}\nNothing was changed: --write does it.`;
  }
  const question = `Import ${found.length} subscriptions from ${file}? Your servers are told of each account.`;
  const asked = await confirm(terminal, command, { question, about: String(found.length) });
  return auditedApart(context, { ...asked, command: "import", about: file }, async () =>
    summary(await importSubscriptions(context, found, true), "were imported"),
  );
}

async function read(file: string) {
  try {
    return readSubscriptions(await readFile(file, "utf8"));
  } catch (error) {
    throw new OperatorError(`${file} cannot be read: ${messageOf(error)}`);
  }
}

/** Writes a file that `import` reads, here or elsewhere. It is full of addresses: only its owner may read it. @throws OperatorError */
export async function exportFile({ context }: Terminal, command: Command): Promise<string> {
  const file = word(command, 0, "new file");
  return auditedApart(context, { ...saidWhy(command), command: "export", about: file }, async () => {
    const lines = Readable.from(exportSubscriptions(context));
    await pipeline(lines, createWriteStream(file, { flags: "wx", mode: 0o600 })).catch((error: unknown) => {
      throw new OperatorError(`${file} cannot be written: ${messageOf(error)}`);
    });
    return `The subscriptions are in ${file}`;
  });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const summary = ({ ready, here, problems }: ImportReport, done: string): string =>
  [`${ready} ${done}, ${here} are here already, ${problems.length} cannot be imported.`, listed(problems)]
    .join("\n")
    .trim();

function listed(sentences: readonly string[]): string {
  const more = sentences.length - MOST_LISTED;
  return [...sentences.slice(0, MOST_LISTED), ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}
