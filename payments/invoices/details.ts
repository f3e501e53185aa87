import { isDeepStrictEqual } from "node:util";
import { millisecondsInDay } from "date-fns/constants";
import { z } from "zod";
import { type BilledTo, MOST_VERSIONS } from "~/upstream/contract/invoices";
import type { Db, Tx } from "../store/database";
import type { InvoiceDetailsRow } from "./tables";

const PER_DAY = 10;
const MANY = 500;

const lines = z.array(z.string());

/** A further version of an invoice. */
interface DetailedVersion {
  version: number;
  billed_to: BilledTo;
}

/** The further versions of invoices, each one's oldest first. */
export async function versionsOf(
  db: Db | Tx,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, DetailedVersion[]>> {
  const versions = new Map<number, DetailedVersion[]>();
  for (let at = 0; at < numbers.length; at += MANY) {
    const some = numbers.slice(at, at + MANY);
    const rows = db.selectFrom("invoice_details").selectAll().where("invoice_number", "in", some);
    for (const row of await rows.orderBy("version").execute()) {
      const known = versions.get(row.invoice_number) ?? [];
      versions.set(row.invoice_number, [...known, { version: row.version, billed_to: billedToOf(row) }]);
    }
  }
  return versions;
}

function billedToOf({ name, company, address, vat_id }: InvoiceDetailsRow): BilledTo {
  const all = lines.parse(JSON.parse(address));
  return {
    ...(name === null ? {} : { name }),
    ...(company === null ? {} : { company }),
    ...(all.length === 0 ? {} : { address: all }),
    ...(vat_id === null ? {} : { vat_id }),
  };
}

type Written =
  | { kind: "written"; version: number }
  | { kind: "details_changed" | "details_over" }
  | { kind: "too_many"; waitMs: number };

/** Writes a further version. @param seen the version that the buyer saw: what they saw and wrote already is not written again */
export async function writeDetails(
  tx: Tx,
  number: number,
  { seen, billedTo, now }: { seen: number; billedTo: BilledTo; now: number },
): Promise<Written> {
  const versions = (await versionsOf(tx, [number])).get(number) ?? [];
  const latest = versions.at(-1);
  const version = latest?.version ?? 1;
  const { name = null, company = null, address = [], vat_id = null } = billedTo;
  const isSame =
    latest !== undefined &&
    isDeepStrictEqual(
      latest.billed_to,
      JSON.parse(JSON.stringify({ ...billedTo, address: address.length > 0 ? address : undefined })),
    );
  if (isSame && (seen === version || seen === version - 1)) return { kind: "written", version };
  if (seen !== version) return { kind: "details_changed" };
  if (version >= MOST_VERSIONS) return { kind: "details_over" };
  const waitMs = await waitFor(tx, number, now);
  if (waitMs !== undefined) return { kind: "too_many", waitMs };
  const row = { name, company, address: JSON.stringify(address), vat_id, written_at: now };
  await tx
    .insertInto("invoice_details")
    .values({ invoice_number: number, version: version + 1, ...row })
    .execute();
  return { kind: "written", version: version + 1 };
}

/** Milliseconds; undefined: nothing is to be waited for. */
async function waitFor(tx: Tx, number: number, now: number): Promise<number | undefined> {
  const recent = await tx
    .selectFrom("invoice_details")
    .select("written_at")
    .where("invoice_number", "=", number)
    .where("written_at", ">", now - millisecondsInDay)
    .orderBy("version")
    .execute();
  const [oldest] = recent;
  return oldest && recent.length >= PER_DAY ? oldest.written_at + millisecondsInDay - now : undefined;
}
