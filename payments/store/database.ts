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
  const dialect = shared ? await postgresAt(shared.url, shared.log) : sqliteIn(dataDir, file);
  const db = new Kysely<Tables>({ dialect });
  try {
    if (shared) await migrateShared(shared);
    else await migrate(db);
  } catch (error) {
    await db.destroy();
    throw shared ? unreachable(shared, error) : error;
  }
  return db;
}

/** By a connection of its own, which may take its time. */
async function migrateShared({ url, log }: SharedDatabase): Promise<void> {
  const db = new Kysely<Tables>({ dialect: await postgresAt(url, log, "migrations") });
  await migrate(db).finally(() => db.destroy());
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
