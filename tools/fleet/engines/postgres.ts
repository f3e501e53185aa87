import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { until } from "../until";
import type { Binaries } from "./binaries";
import { LOOPBACK, type Place } from "./engine";
import { type Program, run } from "./program";

const USER = "fleet";
/** It refuses to run as root: then one of these runs it. */
const INSTEAD_OF_ROOT = ["postgres", "nobody"];

/** A PostgreSQL with a cluster of its own, that writes to the disk before it says that it has. */
export class Postgres {
  readonly #password = randomBytes(16).toString("hex");
  readonly #data: string;
  #program: Program | undefined;

  constructor(
    readonly files: Pick<Binaries, "initdb" | "postgres">,
    readonly port: number,
    readonly place: Place,
    /** Such as `{ fsync: "off" }`. */
    readonly settings: Readonly<Record<string, string>> = {},
  ) {
    this.#data = join(place.folder, "postgres");
  }

  urlOf(database: string): string {
    return `postgres://${USER}:${this.#password}@${LOOPBACK}:${this.port}/${database}`;
  }

  /** Makes the cluster and starts it. */
  async create(): Promise<void> {
    mkdirSync(this.#data, { mode: 0o700 });
    const passwordFile = join(this.place.folder, "postgres-password");
    writeFileSync(passwordFile, this.#password, { mode: 0o600 });
    const owner = otherThanRoot();
    if (owner !== undefined) for (const path of [this.#data, passwordFile]) chownSync(path, owner.uid, owner.gid);
    const args = ["--pgdata", this.#data, "--username", USER, "--auth", "scram-sha-256", "--pwfile", passwordFile];
    const [file, ...rest] = asOwner(owner, this.files.initdb, [...args, "--encoding", "UTF8", "--locale", "C"]);
    execFileSync(file, rest, { cwd: this.place.folder, stdio: ["ignore", "ignore", "inherit"] });
    await this.start();
  }

  async start(): Promise<void> {
    const settings = {
      listen_addresses: LOOPBACK,
      port: this.port,
      // Its path could be too long for one, and nobody needs it.
      unix_socket_directories: "",
      shared_buffers: "64MB",
      ...this.settings,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const [file, ...rest] = asOwner(otherThanRoot(), this.files.postgres, ["-D", this.#data, ...args]);
    const { folder, guard } = this.place;
    const logFile = join(folder, "postgres.log");
    this.#program = run({ name: "PostgreSQL", file, args: rest, cwd: folder, env: {}, logFile }, guard);
    await until("PostgreSQL answers", () => this.query("postgres", "select 1").then(() => true));
  }

  async createDatabase(name: string): Promise<void> {
    await this.query("postgres", `create database ${name}`);
  }

  /** An immediate shutdown, as after a power cut: nothing is finished, and the next start recovers. */
  async crash(): Promise<void> {
    this.#program?.signal("SIGQUIT");
    await this.#program?.ended;
  }

  /** A fast shutdown: transactions are rolled back, connections ended. */
  async stop(): Promise<void> {
    this.#program?.signal("SIGINT");
    await this.#program?.ended;
  }

  /** The rows that a statement finds, by a connection of its own. */
  async query(database: string, statement: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: this.urlOf(database), connectionTimeoutMillis: 5_000 });
    client.on("error", () => {});
    try {
      await client.connect();
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }
}

interface Owner {
  uid: number;
  gid: number;
}

/** Undefined where we are not root. */
function otherThanRoot(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of INSTEAD_OF_ROOT) {
    const [uid, gid] = [idOf("-u", name), idOf("-g", name)];
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new Error(`PostgreSQL does not run as root, and there is none of the users ${INSTEAD_OF_ROOT.join(", ")}`);
}

function idOf(which: "-u" | "-g", name: string): number | undefined {
  try {
    return Number(execFileSync("id", [which, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  } catch {
    return undefined;
  }
}

/** `setpriv` becomes the program, so signals reach it. */
function asOwner(owner: Owner | undefined, file: string, args: string[]): [file: string, ...args: string[]] {
  if (owner === undefined) return [file, ...args];
  return ["setpriv", `--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups", file, ...args];
}
