import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Books } from "../books";

/** Everything that Stripe calls an object, as JSON; `owner` is what it is listed by: a charge, a subscription. */
export const TABLES = `
  create table if not exists objects (id text primary key, kind text not null, owner text, created integer not null, json text not null);
  create table if not exists keys (key text primary key, path text not null, body text not null, at integer not null, status integer not null, answer text not null);
`;

/** One object of Stripe's. */
export interface StripeObject {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly [name: string]: unknown;
}

const stored = z.object({ json: z.string() });
const anyObject = z.looseObject({ id: z.string(), object: z.string(), created: z.number() });

export class Objects {
  constructor(
    readonly books: Books,
    readonly now: () => number,
  ) {}

  /** In seconds, as all of Stripe's times. */
  get seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  /** @param prefix as Stripe's ids begin: "cs_test" */
  newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;

  put(object: StripeObject, owner: string | null = null): void {
    const { id, object: kind, created } = object;
    const sql =
      "insert into objects values (?, ?, ?, ?, ?) on conflict (id) do update set json = excluded.json, owner = coalesce(excluded.owner, owner)";
    this.books.run(sql, id, kind, owner, created, JSON.stringify(object));
  }

  find<T>(schema: z.ZodType<T>, id: string): T | undefined {
    const [row] = this.books.rows(stored, "select json from objects where id = ?", id);
    return row && schema.parse(JSON.parse(row.json));
  }

  get<T>(schema: z.ZodType<T>, id: string): T {
    const found = this.find(schema, id);
    if (found === undefined) throw new StripeError(404, "invalid_request_error", "resource_missing");
    return found;
  }

  /** Newest first. */
  list(kind: string, { owner, created }: { owner?: string; created?: Created } = {}): StripeObject[] {
    const sql = `select json from objects where kind = ? and (? is null or owner = ?)
      and created >= ? and created <= ? order by created desc, rowid desc`;
    const from = created?.gte ?? 0;
    const to = created?.lte ?? (created?.lt ?? 1e11) - 1;
    const rows = this.books.rows(stored, sql, kind, owner ?? null, owner ?? null, from, to);
    return rows.map(({ json }) => anyObject.parse(JSON.parse(json)));
  }

  /** Puts an object in the place of its id: "payment_intent.latest_charge", "data.charge". */
  expanded(value: unknown, path: readonly string[]): unknown {
    const [name, ...rest] = path;
    if (Array.isArray(value)) return value.map((item) => this.expanded(item, path));
    if (name === undefined) return value;
    const object = z.looseObject({}).safeParse(value).data;
    if (object === undefined) return value;
    const inner = object[name];
    const found = typeof inner === "string" ? this.find(anyObject, inner) : inner;
    return { ...object, [name]: this.expanded(found ?? inner, rest) };
  }
}

const second = z.coerce.number().int();
export const created = z.strictObject({ gte: second.optional(), lte: second.optional(), lt: second.optional() });
type Created = z.output<typeof created>;

/** Answered in Stripe's shape of errors. */
export class StripeError extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    readonly code?: string,
    readonly param?: string,
  ) {
    super(code ?? type);
  }
}
