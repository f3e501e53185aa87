import type { Generated, Selectable } from "kysely";
import type { CancellationManner, DeclarationKind } from "~/upstream/contract/declarations";

/** Declarations of whoever came without proof of a contract. Times are milliseconds since 1970. */
export interface DeclarationsTable {
  id: Generated<number>;
  /** The idempotency key, and what was sent with it. */
  key: string;
  fingerprint: string;
  kind: DeclarationKind;
  name: string;
  /** In the person's own words. */
  contract: string;
  email: string;
  /** Null: a withdrawal. */
  manner: CancellationManner | null;
  reason: string | null;
  /** The day on which the contract is to end (ISO 8601); null: as soon as possible. */
  end_on: string | null;
  language: string | null;
  declared_at: number;
  /** By when the operator must have acted on it. */
  act_by: number;
  /** 0 or 1. */
  mailed: number;
  /** When the operator has acted on it; null: not yet. */
  done_at: number | null;
}

export type DeclarationRow = Selectable<DeclarationsTable>;
