import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../context";
import { gatherEvidence } from "../disputes/evidence";
import { evidencePage } from "../disputes/evidence-page";
import { timeOf } from "../time";
import { type Asked, OperatorError } from "./act";
import { audited } from "./audit";
import { findOrder } from "./find-orders";
import { type Command, saidWhy, type Terminal, word } from "./terminal";

interface EvidenceFiles {
  /** Of the order and the time, without an ending. */
  name: string;
  /** A page to be printed. */
  html: string;
  /** The same, with what was stored when each dispute arrived. */
  json: string;
}

/** What the bank of an order's buyer may be shown, after it was written down who asks for it. Nothing in it is masked. @throws OperatorError */
export async function evidenceOf(context: Context, orderId: string, asked: Asked): Promise<EvidenceFiles> {
  await audited(context, { ...asked, command: "evidence", about: orderId }, async () => "evidence was asked for");
  const at = context.now();
  const gathered = await gatherEvidence(context.db, orderId, at);
  if (gathered === undefined) throw new OperatorError(`There is no order ${orderId}.`);
  const when_disputes_arrived = await whenTheyArrived(context, orderId);
  return {
    name: `evidence-${orderId}-${timeOf(at).slice(0, 19).replaceAll(/[-:]/g, "")}`,
    html: evidencePage(gathered),
    json: `${JSON.stringify({ ...gathered, when_disputes_arrived }, null, 2)}\n`,
  };
}

/** What was stored with each dispute of an order, by its id. */
async function whenTheyArrived({ db }: Context, orderId: string): Promise<Record<string, unknown>> {
  const rows = db.selectFrom("disputes").select(["id", "evidence"]).where("order_id", "=", orderId);
  return Object.fromEntries(
    (await rows.execute()).map(({ id, evidence }) => [id, evidence === null ? null : JSON.parse(evidence)]),
  );
}

/** Writes it into a folder, the present one where none is named, over no other file. @throws OperatorError */
export async function evidence({ context }: Terminal, command: Command): Promise<string> {
  const asked = saidWhy(command);
  const { id } = (await findOrder(context.db, word(command, 0, "order or dispute"))).row;
  const [, folder = "."] = command.words;
  const { name, html, json } = await evidenceOf(context, id, asked);
  const path = join(folder, name);
  write(folder, { [`${path}.html`]: html, [`${path}.json`]: json });
  return `${path}.html and ${path}.json: the buyer's address is in them, so they go to the bank and to nobody else.`;
}

/** Only whoever runs the command may read the files. @throws OperatorError */
function write(folder: string, files: Readonly<Record<string, string>>): void {
  try {
    mkdirSync(folder, { recursive: true });
    for (const [path, text] of Object.entries(files)) writeFileSync(path, text, { flag: "wx", mode: 0o600 });
  } catch (error) {
    throw new OperatorError(`It cannot be written: ${error instanceof Error ? error.message : error}`);
  }
}
