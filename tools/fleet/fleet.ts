import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Copy, type CopyPorts, type Release } from "./copy";
import { findBinaries } from "./engines/binaries";
import { LOOPBACK, type Place } from "./engines/engine";
import { startGuard } from "./engines/guard";
import { Nginx } from "./engines/nginx";
import { freePorts } from "./engines/ports";
import { Postgres } from "./engines/postgres";
import { Redis } from "./engines/redis";
import type { Around, Shop, Shops } from "./shops/shop";

const COPIES = 3;
/** Less than deploy/ has: nginx notices at once that a copy has stopped. */
const DRAIN_MS = 500;
/** Copies, engines and load share a few cores: slow is no overload. */
const PATIENT = { PAGES_AT_ONCE: "1000", BUSY_AFTER_MS: "30000" } as const;

interface Engines extends Around {
  redis: Redis;
}

/** Everything that runs, on loopback and in a temporary folder. */
export class Fleet {
  readonly nginx: Nginx;
  readonly redis: Redis;
  readonly postgres: Postgres;
  readonly copies: readonly Copy[];
  readonly #deaths: string[] = [];
  readonly #secret = randomBytes(32).toString("hex");
  #root: string;
  #shop: Shop;
  /** Where anybody has ordered: a shop's tables are made by the first copy that opens it. */
  readonly opened: Set<Shop>;

  private constructor(
    readonly place: Place,
    { nginx, redis, postgres }: Engines,
    ports: readonly CopyPorts[],
    readonly shops: Shops,
    root: string,
  ) {
    this.nginx = nginx;
    this.redis = redis;
    this.postgres = postgres;
    const onDeath = (what: string) => void this.#deaths.push(what);
    this.copies = ports.map((own, index) => new Copy(`copy-${index + 1}`, own, place, onDeath));
    this.#shop = shops[0];
    this.opened = new Set([this.#shop]);
    this.#root = root;
  }

  /** Nothing of it runs yet. @param root of the tree that the copies run, built already */
  static async prepare(
    root: string,
    openShops: (around: Around) => Promise<Shops>,
    { isKept }: { isKept: boolean },
  ): Promise<Fleet> {
    const binaries = findBinaries();
    const [port = 0, apiPort = 0, redisPort = 0, postgresPort = 0, ...others] = await freePorts(4 + 3 * COPIES);
    const copies = Array.from({ length: COPIES }, (_, index) => {
      const [own = 0, api = 0, metrics = 0] = others.slice(3 * index);
      return { port: own, apiPort: api, metricsPort: metrics };
    });
    const folder = mkdtempSync(join(tmpdir(), "fleet-"));
    // PostgreSQL's user goes through it.
    chmodSync(folder, 0o711);
    const place = { folder, guard: startGuard(isKept ? undefined : folder) };
    const engines = {
      nginx: new Nginx(binaries.nginx, { port, apiPort, copies }, place),
      redis: new Redis(binaries.redis, redisPort, place),
      postgres: new Postgres(binaries, postgresPort, place),
    };
    return new Fleet(place, engines, copies, await openShops(engines), root);
  }

  /** Where buyers find it. */
  get site(): string {
    return this.nginx.origin;
  }

  /** What they buy from. */
  get shop(): Shop {
    return this.#shop;
  }

  /** What a copy runs now. */
  get release(): Release {
    return { root: this.#root, variables: this.#variables(), portVariable: this.#shop.portVariable };
  }

  async start(): Promise<void> {
    await Promise.all([this.postgres.create(), this.redis.start()]);
    for (const { name } of this.shops) await this.postgres.createDatabase(name);
    // All at once, as after a power cut: one of them makes the tables, and the others wait for it.
    await Promise.all(this.copies.map((copy) => copy.start(this.release)));
    await this.nginx.start();
  }

  /** Ends all in the ordinary way, those that hang or will not, too. */
  async close(): Promise<void> {
    const { guard } = this.place;
    try {
      await Promise.all([this.nginx.stop(), ...this.copies.map((copy) => copy.stop())]);
      await Promise.all([this.redis.stop(), this.postgres.stop()]);
    } finally {
      await Promise.all(this.shops.map((shop) => shop.close?.()));
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
    if (shop === this.#shop) return;
    this.#shop = shop;
    this.opened.add(shop);
    for (const copy of this.copies) await this.restart(copy);
  }

  /** Rows of a shop's database. */
  rows(statement: string, { name }: Shop = this.#shop): Promise<unknown[]> {
    return this.postgres.query(name, statement);
  }

  /** Copies that ended by themselves since the last question. */
  takeDeaths(): string[] {
    return this.#deaths.splice(0);
  }

  #variables(): Record<string, string> {
    const own = this.copies.map(({ ports }) => `${LOOPBACK}:${ports.port}`);
    return {
      ...PATIENT,
      PUBLIC_ORIGIN: this.site,
      // Each copy is also asked directly, past nginx.
      ALLOWED_HOSTS: [new URL(this.site).host, ...own].join(","),
      TRUST_PROXY_HOPS: "1",
      SESSION_SECRETS: this.#secret,
      DATABASE_URL: this.postgres.urlOf(this.#shop.name),
      REDIS_URL: this.redis.url,
      DRAIN_MS: String(DRAIN_MS),
      ...this.#shop.variables,
    };
  }
}
