import { createHash, createHmac, randomBytes } from "node:crypto";
import { parseCookie } from "cookie";
import type { Request, Response } from "express";
import type { Context } from "../../../context";
import type { OperatorPageSettings } from "../settings";

const HOURS_MS = 60 * 60 * 1_000;
const LONGEST_MS = 8 * HOURS_MS;
const IDLE_MS = HOURS_MS / 2;

/** Only this host can set a cookie of that name, only by https (or on this machine). */
const COOKIE = "__Host-operator";
const SHAPE = { httpOnly: true, secure: true, path: "/" } as const;

export interface Session {
  person: string;
  /** What each form of the session has to bear. */
  formToken: string;
  /** Whether it can be ended: a proxy would begin the next one at once. */
  canLeave: boolean;
}

/**
 * Who is at the page. The cookie is a random text; the database has its hash, so that a session can be ended, and copies know it. A change of
 * the people who may use the page ends all.
 */
export class Sessions {
  readonly #context: Context;
  readonly #people: string;
  readonly #canLeave: boolean;

  constructor(context: Context, { people, wayIn }: OperatorPageSettings) {
    this.#context = context;
    this.#people = people.join();
    this.#canLeave = wayIn.kind === "openid";
  }

  async start(response: Response, person: string): Promise<Session> {
    const { db, now } = this.#context;
    const value = randomBytes(32).toString("base64url");
    await this.#forgetOver();
    const times = { started_at: now(), seen_at: now() };
    await db
      .insertInto("operator_sessions")
      .values({ id: this.#idOf(value), person, ...times })
      .execute();
    response.cookie(COOKIE, value, { ...SHAPE, sameSite: "strict" });
    return this.#session(person, value);
  }

  /** Undefined: there is none, or it is over. */
  async find(request: Request): Promise<Session | undefined> {
    const { db, now } = this.#context;
    const value = cookieIn(request, COOKIE);
    if (value === undefined) return undefined;
    const found = await db
      .updateTable("operator_sessions")
      .set({ seen_at: now() })
      .where("id", "=", this.#idOf(value))
      .where("started_at", ">", now() - LONGEST_MS)
      .where("seen_at", ">", now() - IDLE_MS)
      .returning("person")
      .executeTakeFirst();
    return found && this.#session(found.person, value);
  }

  async end(request: Request, response: Response): Promise<void> {
    const id = this.#idOf(cookieIn(request, COOKIE) ?? "");
    await this.#context.db.deleteFrom("operator_sessions").where("id", "=", id).execute();
    response.clearCookie(COOKIE, SHAPE);
  }

  #session(person: string, value: string): Session {
    return { person, formToken: formTokenOf(value), canLeave: this.#canLeave };
  }

  #idOf(value: string): string {
    return createHash("sha256").update(`${this.#people}\n${value}`).digest("base64url");
  }

  async #forgetOver(): Promise<void> {
    const { db, now } = this.#context;
    const over = db.deleteFrom("operator_sessions");
    await over
      .where((eb) => eb.or([eb("started_at", "<=", now() - LONGEST_MS), eb("seen_at", "<=", now() - IDLE_MS)]))
      .execute();
  }
}

export const cookieIn = (request: Request, name: string): string | undefined =>
  parseCookie(request.get("Cookie") ?? "")[name];

const formTokenOf = (value: string): string => createHmac("sha256", value).update("form").digest("base64url");
