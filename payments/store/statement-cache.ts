import type { SqliteDatabase, SqliteStatement } from "kysely";
import type Libsql from "libsql";

/** SQL texts come from the query builder, so there are few; this is only a safety limit. */
const MAX_STATEMENTS = 500;

/**
 * libsql with the interface of Kysely's dialect. Statements are cached (preparing again costs time and leaks memory),
 * and booleans are bound as integers, because the native binding aborts the process on a boolean.
 */
export function withStatementCache(database: Libsql.Database): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    const known = cache.get(sql);
    if (known) return known;
    if (cache.size >= MAX_STATEMENTS) cache.clear();
    const made = bindingSafely(database.prepare(sql));
    cache.set(sql, made);
    return made;
  };
  return { prepare, close: () => database.close() };
}

function bindingSafely(statement: Libsql.Statement): SqliteStatement {
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters.map(bindable)),
    run: (parameters) => statement.run(parameters.map(bindable)),
    iterate: (parameters) => statement.iterate(parameters.map(bindable)),
  };
}

const bindable = (value: unknown): unknown => (typeof value === "boolean" ? Number(value) : value);
