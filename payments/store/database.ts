import { Kysely, Migrator, sql, type Transaction } from "kysely";
import type { PaymentsLog } from "../log";
import { isPostgres } from "./dialect";
import { migrations } from "./migrations";
import { postgresAt } from "./postgres";
import type { Tables } from "./schema";
import { sqliteIn } from "./sqlite";

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** A database that copies share, and where its troubles are reported. */
interface SharedDatabase {
  /** `postgres://…` */
  url: string;
  log: PaymentsLog;
}

/**
 * Opens the shared database, or else the one in a folder, and migrates it.
 * @param file the name of that in the folder, if not payments.db
 */
export async function openDatabase(dataDir: string, shared?: SharedDatabase, file?: string): Promise<Db> {
  if (shared) return openShared(shared);
  const db = new Kysely<Tables>({ dialect: sqliteIn(dataDir, file) });
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Migrations have a connection of their own, which may take its time. */
async function openShared(shared: SharedDatabase): Promise<Db> {
  const { url, log } = shared;
  const migrating = new Kysely<Tables>({ dialect: await postgresAt(url, log, "migrations") });
  try {
    await migrate(migrating);
  } catch (error) {
    throw unreachable(shared, error);
  } finally {
    await migrating.destroy();
  }
  return new Kysely<Tables>({ dialect: await postgresAt(url, log, "calls") });
}

async function migrate(db: Db): Promise<void> {
  await renameMigrations(db);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** The address may hold a password: only the host is logged. */
function unreachable({ url }: SharedDatabase, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new Error(`The payments API cannot use the database at ${new URL(url).host}: ${reason}`, { cause });
}

/** Two migrations were once numbered 004: older databases know the second one by its old name. */
async function renameMigrations(db: Db): Promise<void> {
  if (isPostgres(db)) return;
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === "kysely_migration")) return;
  await sql`update kysely_migration set name = '005-told-orders' where name = '004-told-orders'`.execute(db);
}
