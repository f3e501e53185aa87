import type { Db } from "../store/database";
import { noSaleDue } from "./due";
import type { StoreReport, StoreTokenRow } from "./tables";

/** How a token stands. */
type TokenStanding = "unreadable" | "unknown" | "duplicate" | "with a sale" | "without a sale";

export interface TokenInBooks {
  token: StoreTokenRow;
  standing: TokenStanding;
  /** In the order in which they happened. */
  reports: StoreReport[];
  /** When the next report of it is due at the latest; undefined: nothing is. */
  due_at: number | undefined;
}

/** The newest tokens with all that is reported of them. */
export async function tokensInBooks(db: Db, limit: number): Promise<TokenInBooks[]> {
  const tokens = await db.selectFrom("store_tokens").selectAll().orderBy("arrived_at", "desc").limit(limit).execute();
  const ids = tokens.map(({ id }) => id);
  const reports =
    ids.length === 0
      ? []
      : await db.selectFrom("store_reports").selectAll().where("token_id", "in", ids).orderBy("seq").execute();
  return tokens.map((token) => {
    const own = reports.filter(({ token_id }) => token_id === token.id);
    return { token, reports: own, standing: standingOf(token, own), due_at: dueOf(token, own) };
  });
}

function standingOf({ origin, duplicate_of }: StoreTokenRow, reports: readonly StoreReport[]): TokenStanding {
  if (origin === "unreadable") return "unreadable";
  if (reports.some(({ kind }) => kind === "sale")) return "with a sale";
  if (origin === "store") return "unknown";
  return duplicate_of === null ? "without a sale" : "duplicate";
}

function dueOf(token: StoreTokenRow, reports: readonly StoreReport[]): number | undefined {
  const [next] = reports.filter(({ state }) => state !== "reported");
  if (next !== undefined || reports.length > 0) return next?.due_at;
  return token.origin === "site" ? noSaleDue(token)?.due_at : undefined;
}
