/** Who is at the operator's page. Times are milliseconds since 1970. */
export interface OperatorTables {
  operator_sessions: OperatorSessionsTable;
  operator_logins: OperatorLoginsTable;
}

interface OperatorSessionsTable {
  /** The hash of what the cookie has. */
  id: string;
  /** As the audit names them. */
  person: string;
  started_at: number;
  seen_at: number;
}

/** Logins that are finished: none is twice. */
interface OperatorLoginsTable {
  state: string;
  expires_at: number;
}
