import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Addresses } from "../../tests/journeys/running-site";
import type { Api } from "../rig/apis/api";
import { sandboxOf } from "../rig/apis/sandbox";
import { Copy, type Release } from "./copy";
import { type Binaries, findBinaries } from "./engines/binaries";
import { LOOPBACK, type Place } from "./engines/engine";
import { startGuard } from "./engines/guard";
import { Nginx } from "./engines/nginx";
import { freePorts } from "./engines/ports";
import { Postgres } from "./engines/postgres";
import { Redis } from "./engines/redis";

const COPIES = 3;
/** A shop on the full sandbox, and one on a sandbox that knows only the specification. */
export type Shop = "full" | "bare";
const DATABASES: Readonly<Record<Shop, string>> = { full: "shop", bare: "bare_shop" };
/** Less than deploy/ has: nginx notices at once that a copy has stopped. */
const DRAIN_MS = 500;
/** Copies, engines and load share a few cores: slow is no overload. */
const PATIENT = { PAGES_AT_ONCE: "1000", BUSY_AFTER_MS: "30000" } as const;

/** Everything that runs, on loopback and in a temporary folder. */
export class Fleet {
  readonly nginx: Nginx;
  readonly redis: Redis;
  readonly postgres: Postgres;
  readonly copies: readonly Copy[];
  readonly #deaths: string[] = [];
  readonly #secret = randomBytes(32).toString("hex");
  #root: string;
  #shop: Shop = "full";
  /** Where anybody has ordered: a shop's tables are made by the first copy that opens it. */
  readonly opened = new Set<Shop>(["full"]);

  private constructor(
    readonly place: Place,
    binaries: Binaries,
    [port = 0, sandboxPort = 0, redisPort = 0, postgresPort = 0, ...others]: readonly number[],
    root: string,
  ) {
    const ports = Array.from({ length: COPIES }, (_, index) => {
      const [own = 0, sandbox = 0, metrics = 0] = others.slice(3 * index);
      return { port: own, sandboxPort: sandbox, metricsPort: metrics };
    });
    this.nginx = new Nginx(binaries.nginx, { port, sandboxPort, copies: ports }, place);
    this.redis = new Redis(binaries.redis, redisPort, place);
    this.postgres = new Postgres(binaries, postgresPort, place);
    const onDeath = (what: string) => void this.#deaths.push(what);
    this.copies = ports.map((own, index) => new Copy(`copy-${index + 1}`, own, place, onDeath));
    this.#root = root;
  }

  /** Nothing runs yet. @param root of the tree that the copies run, built already */
  static async prepare(root: string, { isKept }: { isKept: boolean }): Promise<Fleet> {
    const binaries = findBinaries();
    const ports = await freePorts(4 + 3 * COPIES);
    const folder = mkdtempSync(join(tmpdir(), "fleet-"));
    // PostgreSQL's user goes through it.
    chmodSync(folder, 0o711);
    return new Fleet({ folder, guard: startGuard(isKept ? undefined : folder) }, binaries, ports, root);
  }

  /** Where buyers find it. */
  get addresses(): Addresses {
    return { site: this.nginx.origin, sandbox: this.nginx.sandboxOrigin, isBare: this.#shop === "bare" };
  }

  /** What they buy from. */
  get api(): Api {
    return sandboxOf(this.addresses);
  }

  /** What a copy runs now. */
  get release(): Release {
    return { root: this.#root, variables: this.#variables() };
  }

  async start(): Promise<void> {
    await Promise.all([this.postgres.create(), this.redis.start()]);
    for (const database of Object.values(DATABASES)) await this.postgres.createDatabase(database);
    // One after the other, as a first deploy: the first one makes the tables.
    for (const copy of this.copies) await copy.start(this.release);
    await this.nginx.start();
  }

  /** Ends all in the ordinary way, those that hang or will not, too. */
  async close(): Promise<void> {
    const { guard } = this.place;
    try {
      await Promise.all([this.nginx.stop(), ...this.copies.map((copy) => copy.stop())]);
      await Promise.all([this.redis.stop(), this.postgres.stop()]);
    } finally {
      await guard.close();
    }
  }

  /** Stops a copy, starts it again and waits until it is ready. */
  async restart(copy: Copy): Promise<void> {
    await copy.stop();
    await copy.start(this.release);
  }

  /** From their next start on, copies run this tree. */
  use(root: string): void {
    this.#root = root;
  }

  /** All copies leave their shop for another one, while nobody is there. */
  async moveTo(shop: Shop): Promise<void> {
    this.#shop = shop;
    this.opened.add(shop);
    for (const copy of this.copies) await this.restart(copy);
  }

  /** Rows of a shop's database. */
  rows(statement: string, shop: Shop = "full"): Promise<unknown[]> {
    return this.postgres.query(DATABASES[shop], statement);
  }

  /** Copies that ended by themselves since the last question. */
  takeDeaths(): string[] {
    return this.#deaths.splice(0);
  }

  #variables(): Record<string, string> {
    const { site, sandbox } = this.addresses;
    const own = this.copies.map(({ ports }) => `${LOOPBACK}:${ports.port}`);
    return {
      ...PATIENT,
      PUBLIC_ORIGIN: site,
      SANDBOX_ORIGIN: sandbox,
      SANDBOX_HOSTS: new URL(sandbox).host,
      REDIRECT_HOSTS: new URL(sandbox).host,
      // Each copy is also asked directly, past nginx.
      ALLOWED_HOSTS: [new URL(site).host, ...own].join(","),
      TRUST_PROXY_HOPS: "1",
      SESSION_SECRETS: this.#secret,
      DATABASE_URL: this.postgres.urlOf(DATABASES[this.#shop]),
      REDIS_URL: this.redis.url,
      DRAIN_MS: String(DRAIN_MS),
      ...(this.#shop === "bare" ? { SANDBOX_DRESS: "bare" } : {}),
    };
  }
}
