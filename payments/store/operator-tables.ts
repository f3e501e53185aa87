/** Who is at the operator's page. Times are milliseconds since 1970; an id is the hash of what the cookie has. */
export interface OperatorTables {
  operator_sessions: OperatorSessionsTable;
  operator_logins: OperatorLoginsTable;
}

interface OperatorSessionsTable {
  id: string;
  /** As the audit names them. */
  person: string;
  started_at: number;
  seen_at: number;
}

/** Somebody who was sent to sign in, and has not come back. */
interface OperatorLoginsTable {
  id: string;
  state: string;
  nonce: string;
  /** Of PKCE. */
  verifier: string;
  expires_at: number;
}
