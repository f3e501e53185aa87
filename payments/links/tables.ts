/** Times are milliseconds since 1970. */
export interface AccountTables {
  accounts: AccountsTable;
  ended_links: EndedLinksTable;
}

interface AccountsTable {
  user_id: number;
  /** Lower case. */
  email: string;
  /** 0 or 1; 0 for an account made on the web. */
  password_set: number;
  /** JSON of the affiliate payload. */
  attribution: string | null;
  created_at: number;
}

/** What was signed for an account, and for orders with its address, before its owner ended that. */
interface EndedLinksTable {
  user_id: number;
  /** The account's, in lower case. */
  email: string;
  /** The first moment whose signs are good. */
  good_from: number;
}
