import { type Kysely, PostgresAdapter, sql } from "kysely";

/** Whether a database is PostgreSQL; else it is SQLite. Queries never ask: only migrations of old SQLite files differ. */
export const isPostgres = <Tables>(db: Kysely<Tables>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** What stands at the end of a table in SQLite: its columns have types. PostgreSQL's always do. */
export const strict = sql`strict`;
