import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  Migrator,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  sql,
  type Transaction,
} from "kysely";
import Libsql from "libsql";
import { prepareFiles } from "../private-files";
import { migrations } from "./migrations";
import type { Tables } from "./schema";
import { withStatementCache } from "./statement-cache";

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

const BUSY_TIMEOUT_MS = 5000;

/** Every transaction takes the write lock at once, so what it read is still true when it writes. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#config);
  }
}

/**
 * Opens the database in a folder and migrates it. A committed write survives a crash of the machine: WAL with
 * synchronous=FULL.
 */
export async function openDatabase(dataDir: string): Promise<Db> {
  const db = new Kysely<Tables>({ dialect: new ImmediateSqliteDialect({ database: openFile(dataDir) }) });
  await renameMigrations(db);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  return db;
}

/** Two migrations were once numbered 004: older databases know the second one by its old name. */
async function renameMigrations(db: Db): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === "kysely_migration")) return;
  await sql`update kysely_migration set name = '005-told-orders' where name = '004-told-orders'`.execute(db);
}

function openFile(dataDir: string): SqliteDatabase {
  try {
    const file = new Libsql(prepareFiles(dataDir), { timeout: BUSY_TIMEOUT_MS });
    file.exec("pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on");
    return withStatementCache(file);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The sandbox cannot keep its data in ${dataDir}: ${reason}`, { cause });
  }
}
