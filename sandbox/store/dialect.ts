import { type Kysely, PostgresAdapter } from "kysely";

/** Whether a database is PostgreSQL; else it is SQLite. Queries never ask: only migrations of old SQLite files differ. */
export const isPostgres = <Tables>(db: Kysely<Tables>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;
