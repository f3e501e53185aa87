import { sql } from "kysely";
import { onTestFinished } from "vitest";
import type { StoreToken } from "~/upstream/contract/store-tokens";
import type { Db } from "../../../payments/store/database";
import { isPostgres } from "../../../payments/store/dialect";
import { reportersOf, reportRound } from "../../../payments/store-reports/keep-reporting";
import type { Reporters } from "../../../payments/store-reports/queue";
import { temporaryFolder } from "../running-sandbox";
import { openDatabaseOf } from "../shared-database";
import { AppleStandIn } from "./apple-stand-in";
import { Crash, Life } from "./crashes";
import { GoogleStandIn } from "./google-stand-in";
import { appleSettings, BUNDLE, googleSettings } from "./keys";
import { inMood, type Mood } from "./stand-in";

export const DAY_MS = 24 * 60 * 60 * 1_000;
/** No report that is taken at once waits longer after those before it. */
const LONGEST_WAIT_H = 48;
const ORIGIN = "http://stores.test";
const [apple, google] = [await appleSettings(ORIGIN), await googleSettings(ORIGIN)];
const log = { info() {}, warn() {}, error() {} };

/** A database without reports, which goes with the test. No machine goes down in it, so it does not wait for the disk. */
export async function emptyDatabase(): Promise<Db> {
  const db = await openDatabaseOf(await temporaryFolder());
  if (!isPostgres(db)) await sql`pragma synchronous = off`.execute(db);
  onTestFinished(() => db.destroy());
  return db;
}

/** Both stores, a clock, and a reporter that can be killed at any of its steps. */
export class World {
  at = Date.UTC(2026, 10, 28);
  readonly apple = new AppleStandIn(() => this.at);
  readonly google = new GoogleStandIn(() => this.at);
  /** The moods in which the next calls are met; then the stores answer. */
  moods: Mood[] = [];
  /** Calls so far, as method and path. */
  readonly calls: string[] = [];
  readonly #db: Db;
  #life = new Life(0);
  /** Those of the process that runs now; one that begins has to ask for access anew. */
  #reporters: Reporters | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** One round of the process, which is killed after so many steps; 0: it lives on. */
  async round(steps = 0): Promise<void> {
    this.#life = new Life(steps);
    this.#reporters ??= reportersOf({ apple, google }, (request) => this.#call(request));
    const process = { db: this.#life.on(this.#db), log, now: () => this.at, stopping: new AbortController().signal };
    const reporting = { ...process, reporters: this.#reporters };
    await reportRound({ ...reporting, notePayments: async () => {} }).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error;
      this.#reporters = undefined;
    });
  }

  async #call(request: Request): Promise<Response> {
    this.#life.step();
    return this.#answer(request).finally(() => this.#life.step());
  }

  #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    this.calls.push(`${request.method} ${pathname}`);
    const store = pathname.startsWith("/google/") ? this.google : this.apple;
    return inMood(this.moods.shift() ?? "answers", () => store.handle(request));
  }

  /** What Apple hands an app. */
  appleToken(id: string, { isOfLink = false, createdAt = this.at } = {}): StoreToken {
    this.apple.tokens.set(id, { isOfLink });
    const link = isOfLink ? { tokenType: "SERVICES", tokenExpirationDate: createdAt + 365 * DAY_MS } : {};
    const said = { appAppleId: 1, bundleId: BUNDLE, tokenCreationDate: createdAt, externalPurchaseId: id, ...link };
    const token = Buffer.from(JSON.stringify(said)).toString("base64url");
    return { store: "apple", token, storefront: "DE", programme: "eu_dma" };
  }

  googleToken(token: string): StoreToken {
    this.google.tokens.add(token);
    return { store: "google", token, storefront: "US", programme: "us_link" };
  }
}

/** Everything that waits is sent, however long that takes: tokens are old after days, those of custom links after a year. */
export async function settle(world: World, db: Db): Promise<void> {
  world.moods = [];
  for (const days of [0, 12, 366]) {
    world.at += days * DAY_MS;
    await world.round();
    for (let hours = 0; hours < LONGEST_WAIT_H && (await isWaiting(db)); hours += 2) {
      world.at += 2 * 60 * 60 * 1_000;
      await world.round();
    }
  }
}

async function isWaiting(db: Db): Promise<boolean> {
  const row = await db.selectFrom("store_reports").select("seq").where("state", "=", "waiting").executeTakeFirst();
  return row !== undefined;
}
