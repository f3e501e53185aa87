import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { percentOf } from "../../payments/store-reports/fees";
import { DEADLINES, type Deadline, FEES, type FeeRow } from "../../payments/store-reports/rules";
import { READ_MARK, tableText, withPart } from "./looked-up";

export const FEES_PAGE = resolve(import.meta.dirname, "../../docs/store-reports.md");

const sourceText = ({ source, read }: Pick<FeeRow, "source" | "read">): string =>
  `[${new URL(source).host}](${source})${READ_MARK[read]}`;

function feeCells(row: FeeRow): string[] {
  const { store, programme, region, link, sale, paidDays, of, from, note = "–", lookedAt } = row;
  const sold = paidDays === undefined ? sale : `${sale}, after ${paidDays} paid days`;
  const parts = Object.entries(row.parts).map(([name, percent]) => `${name} ${percent}`);
  const taken = `${percentOf(row)} % of the price ${of === "net" ? "without" : "with"} tax: ${parts.join(", ")}`;
  return [store, `\`${programme}\``, region, link, sold, taken, from, note, sourceText(row), lookedAt];
}

const deadlineCells = (row: Deadline): string[] => [
  row.store,
  row.what,
  String(row.days),
  row.rule,
  sourceText(row),
  row.lookedAt,
];

const FEE_HEADS = ["store", "programme", "region", "link", "sale", "takes", "from", "note", "source", "looked up"];
const DEADLINE_HEADS = ["store", "what", "days", "rule", "source", "looked up"];

/** The page with fees and deadlines as docs/store-fees.json has them. @throws where a mark is missing */
export function feesPage(page = readFileSync(FEES_PAGE, "utf8")): string {
  const place = { file: "docs/store-reports.md", kind: "table" };
  const fees = withPart(page, { ...place, part: "fees" }, tableText(FEE_HEADS, FEES.map(feeCells)));
  return withPart(fees, { ...place, part: "deadlines" }, tableText(DEADLINE_HEADS, DEADLINES.map(deadlineCells)));
}
