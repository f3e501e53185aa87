import { createHash } from "node:crypto";
import pg from "pg";
import { type Db, openDatabase } from "../../payments/store/database";
import { SANDBOX_DATABASE } from "../../sandbox/tables";
import { needs } from "../setup/report/needs";

const log = { info() {}, warn() {}, error() {} };

/** Set by tests/setup/postgres.ts in the run that takes the sandbox's tests through PostgreSQL. */
const server = process.env.TESTS_POSTGRES_URL;

/** Options of a test of the file that is a sandbox's database where it has no other. */
export const needsFile = needs('a database in a file, as in the project "unit"', server === undefined);

/** The database that stands for a data folder: one of its own in the tests' PostgreSQL; undefined: the file in the folder. */
export function databaseOf(dataDir: string): Promise<string> | undefined {
  if (server === undefined) return undefined;
  const made = databases.get(dataDir) ?? makeDatabase(server, dataDir);
  databases.set(dataDir, made);
  return made;
}

const databases = new Map<string, Promise<string>>();

async function makeDatabase(server: string, dataDir: string): Promise<string> {
  const name = `sandbox_${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`;
  template ??= makeTemplate(server);
  return createDatabase(server, name, await template);
}

/** A database with all tables, made once a worker: to make them takes most of a sandbox's start. */
let template: Promise<string> | undefined;

async function makeTemplate(server: string): Promise<string> {
  const name = `tables_${process.pid}`;
  const url = await createDatabase(server, name, "template0");
  await (await openDatabase("", { url, log })).destroy();
  return name;
}

/** @returns its address */
async function createDatabase(server: string, name: string, original: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name} template ${original}`);
  await client.end();
  return new URL(`/${name}`, server).href;
}

/** The database of a sandbox that runs on a data folder. */
export async function openDatabaseOf(dataDir: string): Promise<Db> {
  const url = await databaseOf(dataDir);
  return openDatabase(dataDir, url === undefined ? undefined : { url, log }, SANDBOX_DATABASE);
}
