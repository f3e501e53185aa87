/** Codes that let an app into what one order bought. Times are milliseconds since 1970. */
export interface RedemptionsTable {
  /** SHA-256 in hex: the code itself is only where it was given. */
  code_hash: string;
  order_id: string;
  /** Given to the page after paying, or written into the receipt's mail. */
  kind: "page" | "mail";
  made_at: number;
  /** From then on it is over; moved to the present for one that a newer code replaces. */
  expires_at: number;
  /** Null: not yet. */
  used_at: number | null;
}
