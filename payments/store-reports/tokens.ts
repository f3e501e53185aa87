import type { StoreToken } from "~/upstream/contract/store-tokens";
import type { Tx } from "../store/database";
import { agedBy, noSaleDue } from "./due";
import { insertReport } from "./insert-report";
import { readToken } from "./read-token";
import type { StoreTokenRow } from "./tables";

const MOST_AT_ONCE = 100;

/** Takes a token in that came with a visitor; one that comes again is the same. @returns its id */
export async function takeToken(tx: Tx, given: StoreToken, now: number): Promise<string> {
  const row = readToken(given, now);
  const { id, origin, ...came } = row;
  await dropUntried(tx, id, "unknown");
  await tx
    .insertInto("store_tokens")
    .values(row)
    // Apple's notification may have named it before.
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({ origin, ...came })
        .where("store_tokens.origin", "=", "store"),
    )
    .execute();
  return id;
}

/** Notes with which token a purchase call came. The same attempt has one. */
export const bindToken = (tx: Tx, attempt_id: string, token_id: string) =>
  tx
    .insertInto("attempt_tokens")
    .values({ attempt_id, token_id })
    .onConflict((conflict) => conflict.column("attempt_id").doNothing())
    .execute();

/** Apple's notification says that a token was not reported: it is now, as one that nobody knows where it never came here. */
export async function reportNamed(tx: Tx, named: { id: string; bundleId: string | null }, now: number): Promise<void> {
  const known = await tx.selectFrom("store_tokens").selectAll().where("id", "=", named.id).executeTakeFirst();
  if (known) return reportWithoutSale(tx, known, now);
  const unsaid = { token: null, storefront: null, programme: null, link: null, token_type: null, expires_at: null };
  const origin = { id: named.id, store: "apple", origin: "store", bundle_id: named.bundleId } as const;
  const row = { ...unsaid, ...origin, created_at: now, arrived_at: now, duplicate_of: null };
  await tx.insertInto("store_tokens").values(row).execute();
  await reportWithoutSale(tx, row, now);
}

/** Has every token reported that is old enough and nobody bought with. */
export async function reportAged(tx: Tx, now: number): Promise<void> {
  const { created, expired } = agedBy(now);
  const aged = await tx
    .selectFrom("store_tokens")
    .leftJoin("store_reports", "store_reports.token_id", "store_tokens.id")
    .selectAll("store_tokens")
    .where("store_reports.seq", "is", null)
    .where("store_tokens.store", "=", "apple")
    .where("origin", "=", "site")
    .where((eb) =>
      eb.or([eb("expires_at", "<=", expired), eb.and([eb("expires_at", "is", null), eb("created_at", "<=", created)])]),
    )
    .limit(MOST_AT_ONCE)
    .execute();
  for (const token of aged) await reportWithoutSale(tx, token, now);
}

/** A token is reported without a sale once, and not where it has one. */
async function reportWithoutSale(tx: Tx, token: StoreTokenRow, now: number): Promise<void> {
  const due = noSaleDue(token);
  const sale = await tx.selectFrom("store_reports").select("seq").where("token_id", "=", token.id).executeTakeFirst();
  if (due === undefined || sale !== undefined || token.origin === "unreadable") return;
  await insertReport(tx, {
    event: `token:${token.id}`,
    token_id: token.id,
    store: token.store,
    kind: kindOf(token),
    noted_at: now,
    due_at: due.due_at,
  });
}

function kindOf({ origin, duplicate_of }: StoreTokenRow) {
  if (origin === "store") return "unknown";
  return duplicate_of === null ? "no_sale" : "duplicate";
}

/** What no call was made for yet need not be said any more. */
export const dropUntried = (tx: Tx, tokenId: string, kind: "no_sale" | "unknown") =>
  tx
    .deleteFrom("store_reports")
    .where("token_id", "=", tokenId)
    .where("kind", "=", kind)
    .where("tries", "=", 0)
    .where("state", "=", "waiting")
    .execute();

/**
 * Of one customer's tokens of one period the store is told of sales by one; the others are its duplicates. Apple has these for
 * custom links only.
 */
export async function markDuplicates(tx: Tx, sold: StoreTokenRow, orderId: string, now: number): Promise<void> {
  if (sold.token_type === null || sold.expires_at === null) return;
  const others = await tx
    .selectFrom("store_tokens")
    .selectAll()
    .where("id", "!=", sold.id)
    .where("bundle_id", "=", sold.bundle_id)
    .where("token_type", "=", sold.token_type)
    .where("created_at", "=", sold.created_at)
    .where("expires_at", "=", sold.expires_at)
    .where("duplicate_of", "is", null)
    .where("id", "in", tokensOf(tx, orderId))
    .where("id", "not in", tx.selectFrom("store_reports").select("token_id"))
    .execute();
  for (const other of others) {
    await tx.updateTable("store_tokens").set({ duplicate_of: sold.id }).where("id", "=", other.id).execute();
    await reportWithoutSale(tx, { ...other, duplicate_of: sold.id }, now);
  }
}

const tokensOf = (tx: Tx, orderId: string) =>
  tx
    .selectFrom("attempt_tokens")
    .innerJoin("attempts", "attempts.id", "attempt_tokens.attempt_id")
    .select("token_id")
    .where("order_id", "=", orderId);
