import type { Generated } from "kysely";

export interface AuditTable {
  id: Generated<number>;
  /** Milliseconds since 1970. */
  at: number;
  /** Null where the command needs no name. */
  by: string | null;
  because: string | null;
  /** Such as `refund`. */
  command: string;
  /** The id of the order, subscription, event or account. */
  about: string;
  /** What came of it, or why nothing did. */
  result: string;
  /** Of the page's form that asked for it, which does its work once; null: none did. */
  form_key: string | null;
}
