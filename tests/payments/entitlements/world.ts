import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { onTestFinished } from "vitest";
import type { z } from "zod";
import { entitlementMessage } from "../../../payments/entitlements/event";
import { tellOperator } from "../../../payments/entitlements/keep-telling";
import { poster } from "../../../payments/entitlements/post";
import type { Db, Tx } from "../../../payments/store/database";
import { isPostgres } from "../../../payments/store/dialect";
import { temporaryFolder } from "../../sandbox/running-sandbox";
import { openDatabaseOf } from "../../sandbox/shared-database";
import { Crash, Life } from "../../sandbox/store-reports/crashes";

export const SECRET = `whsec_${Buffer.alloc(24, 1).toString("base64")}`;
export const NEXT_SECRET = `whsec_${Buffer.alloc(24, 2).toString("base64")}`;
export const DAY_MS = 24 * 60 * 60 * 1_000;

export type Message = z.output<typeof entitlementMessage>;

/** How the operator meets a call: takes it and says so, takes it and the answer is lost, does not answer, fails, or has moved away. */
export const MOODS = ["takes it", "loses the answer", "does not answer", "fails", "redirects", "is gone"] as const;
export type Mood = (typeof MOODS)[number];

/** A database without orders, which goes with the test. No machine goes down in it, so it does not wait for the disk. */
export async function emptyDatabase(): Promise<Db> {
  const db = await openDatabaseOf(await temporaryFolder());
  if (!isPostgres(db)) await sql`pragma synchronous = off`.execute(db);
  onTestFinished(() => db.destroy());
  return db;
}

const TABLES = [
  "entitlement_events",
  "entitlement_accounts",
  "invoice_sends",
  "invoices",
  "order_letters",
  "contract_links",
  "subscription_charges",
  "subscriptions",
  "conversions",
  "grants",
  "captures",
  "events",
  "attempts",
  "orders",
  "mails",
  "accounts",
  "entitlement_queue",
] as const;

/** Empties a database. */
export async function forget(db: Db): Promise<void> {
  for (const table of TABLES) await db.deleteFrom(table).execute();
}

/** What an operator has who does as docs/entitlements.md says, checking every signature. */
class Operator {
  secret = SECRET;
  /** By event id: the body, which must be the same each time. */
  readonly bodies = new Map<string, string>();
  readonly accounts = new Map<number, Message["data"]>();
  /** Each message once, in the order of arrival. */
  readonly messages: Message[] = [];
  readonly mistakes: string[] = [];
  /** Events that did not come before a later one of their account, as "account.sequence". */
  readonly missing = new Set<string>();
  /** What was given up is sent again by hand. */
  expectsLate = false;

  async take(request: Request, at: number): Promise<void> {
    const body = await request.text();
    const headers = Object.fromEntries(request.headers);
    // The library reads the machine's clock: here it is the test's.
    const age = Math.abs(Number(headers["webhook-timestamp"]) * 1000 - at);
    if (age > 300_000) this.mistakes.push(`a signature of ${age} ms ago`);
    const signed = new Webhook(this.secret).sign(headers["webhook-id"] ?? "", new Date(at), body);
    if (!headers["webhook-signature"]?.split(" ").includes(signed)) this.mistakes.push("forged");
    this.#apply(entitlementMessage.parse(JSON.parse(body)), body);
  }

  #apply(message: Message, body: string): void {
    const known = this.bodies.get(message.id);
    if (known !== undefined && known !== body) this.mistakes.push(`${message.id} has two contents`);
    if (known !== undefined) return;
    this.bodies.set(message.id, body);
    const { account, sequence } = message.data;
    const { user_id } = account;
    const before = this.accounts.get(user_id)?.sequence ?? 0;
    for (let one = before + 1; one < sequence; one++) this.missing.add(`${user_id}.${one}`);
    const wasMissing = this.missing.delete(`${user_id}.${sequence}`);
    if (sequence <= before && !(wasMissing && this.expectsLate)) this.mistakes.push(`${sequence} came after ${before}`);
    if (sequence > before) this.accounts.set(user_id, message.data);
    this.messages.push(message);
  }
}

/** A payments process with a clock that stands, which can be killed at any of its steps, and the operator it tells. */
export class World {
  at = Date.UTC(2026, 10, 28);
  readonly operator = new Operator();
  /** The moods in which the next calls are met; then each is taken. */
  moods: Mood[] = [];
  secrets = [SECRET];
  calls = 0;
  /** The process is killed when it has got an answer, before it does anything with it. */
  diesWithAnswer = false;
  readonly logged: string[] = [];
  readonly db: Db;
  #life = new Life(0);

  constructor(db: Db) {
    this.db = db;
  }

  readonly within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => this.db.transaction().execute(work);

  /** One round of the process, which is killed after so many steps; 0: it lives on. @returns whether the operator takes any more */
  async round(steps = 0): Promise<boolean> {
    this.#life = new Life(steps);
    const settings = { url: "http://operator.internal/entitlements", secrets: this.secrets };
    const post = poster(settings, (request) => this.#call(request));
    const note = (_: object, message: string) => void this.logged.push(message);
    const log = { info: note, warn: note, error: note };
    const { signal: stopping } = new AbortController();
    const process = { db: this.#life.on(this.db), now: () => this.at, stopping, log };
    return tellOperator({ ...process, post: (event, now) => this.#posted(() => post(event, now)) }).catch(
      (error: unknown) => {
        if (!(error instanceof Crash)) throw error;
        return true;
      },
    );
  }

  /** A process that was killed while it called does not come back from that. */
  async #posted<T>(post: () => Promise<T>): Promise<T> {
    this.#life.step();
    const taken = await post();
    if (this.diesWithAnswer) throw new Crash("killed");
    this.#life.step();
    return taken;
  }

  async #call(request: Request): Promise<Response> {
    this.calls += 1;
    const mood = this.moods.shift() ?? "takes it";
    if (mood === "does not answer") throw new Error("connection refused");
    if (mood === "fails") return new Response("no", { status: 500 });
    if (mood === "redirects") return new Response(null, { status: 302, headers: { Location: "http://elsewhere/" } });
    if (mood === "is gone") return new Response(null, { status: 410 });
    await this.operator.take(request, this.at);
    if (mood === "loses the answer") throw new Error("connection reset");
    return new Response(null, { status: 204 });
  }

  /** The types of what the operator was told, in order. */
  get types(): string[] {
    return this.operator.messages.map(({ type }) => type);
  }
}
