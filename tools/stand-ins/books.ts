import Libsql from "libsql";
import { z } from "zod";

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

/** What a provider knows, as JSON by its id. */
export const THINGS = `
  create table if not exists things (kind text not null, id text primary key, json text not null);
`;

const row = z.object({ json: z.string() });

/** Things of one kind. */
export class Shelf<T extends { readonly id: string }> {
  constructor(
    readonly books: Books,
    readonly kind: string,
    readonly schema: z.ZodType<T>,
  ) {}

  put(thing: T): T {
    const sql = "insert into things values (?, ?, ?) on conflict (id) do update set json = excluded.json";
    this.books.run(sql, this.kind, thing.id, JSON.stringify(thing));
    return thing;
  }

  /** All, oldest first; or those with a value of a field. */
  all(field = "id", value?: string): T[] {
    const sql =
      "select json from things where kind = ? and (? is null or json_extract(json, '$.' || ?) = ?) order by rowid";
    const found = this.books.rows(row, sql, this.kind, value ?? null, field, value ?? null);
    return found.map(({ json }) => this.schema.parse(JSON.parse(json)));
  }

  get(id: string): T | undefined {
    return this.all("id", id)[0];
  }
}
