import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../context";
import { type Evidence, gatherEvidence } from "../disputes/evidence";
import { evidencePage } from "../disputes/evidence-page";
import { OperatorError } from "./act";
import { auditedApart } from "./audit";
import { findOrder } from "./find-orders";
import { type Command, saidWhy, type Terminal, word } from "./terminal";

/**
 * Writes what the bank of an order's buyer may be shown into a folder, the present one where none is named: a page to be printed, and the same
 * as JSON with what was stored when each dispute arrived. Nothing in it is masked. @throws OperatorError
 */
export async function evidence({ context }: Terminal, command: Command): Promise<string> {
  const { id } = (await findOrder(context.db, word(command, 0, "order or dispute"))).row;
  const [, folder = "."] = command.words;
  return auditedApart(context, { ...saidWhy(command), command: "evidence", about: id }, async () => {
    const gathered = await gatherEvidence(context.db, id, context.now());
    if (gathered === undefined) throw new OperatorError(`There is no order ${id}.`);
    return write(folder, gathered, await whenTheyArrived(context, id));
  });
}

/** What was stored with each dispute of an order, by its id. */
async function whenTheyArrived({ db }: Context, orderId: string): Promise<Record<string, unknown>> {
  const rows = db.selectFrom("disputes").select(["id", "evidence"]).where("order_id", "=", orderId);
  return Object.fromEntries(
    (await rows.execute()).map(({ id, evidence }) => [id, evidence === null ? null : JSON.parse(evidence)]),
  );
}

/** Only whoever runs the command may read the files. */
function write(folder: string, gathered: Evidence, when_disputes_arrived: Record<string, unknown>): string {
  mkdirSync(folder, { recursive: true });
  const name = join(folder, `evidence-${gathered.order_id}`);
  const json = JSON.stringify({ ...gathered, when_disputes_arrived }, null, 2);
  writeFileSync(`${name}.html`, evidencePage(gathered), { mode: 0o600 });
  writeFileSync(`${name}.json`, `${json}\n`, { mode: 0o600 });
  return `${name}.html and ${name}.json: the buyer's address is in them, so they go to the bank and to nobody else.`;
}
