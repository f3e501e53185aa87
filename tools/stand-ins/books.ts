import Libsql from "libsql";
import type { z } from "zod";

type Value = string | number | null;

/** What a stand-in knows, in SQLite: tests count in it what happened at the provider. */
export interface Books {
  run(sql: string, ...values: Value[]): void;
  /** Rows as objects. */
  rows<T>(schema: z.ZodType<T>, sql: string, ...values: Value[]): T[];
  close(): void;
}

/** Of every stand-in: the requests that came, with the fault they met, and the webhooks that are to be sent. */
const SHARED = `
  create table if not exists requests (method text not null, path text not null, key text, fault text, at integer not null);
  create table if not exists webhooks (event text primary key, kind text not null, body text not null, sent integer not null default 0);
`;

/** @param tables the provider's own, made if they are missing @param file ":memory:" or a path */
export function openBooks(tables: string, file = ":memory:"): Books {
  const database = new Libsql(file);
  database.exec(SHARED + tables);
  return {
    run: (sql, ...values) => {
      database.prepare(sql).run(values);
    },
    rows: (schema, sql, ...values) => schema.array().parse(database.prepare(sql).all(values)),
    close: () => {
      database.close();
    },
  };
}
