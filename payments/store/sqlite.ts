import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from "kysely";
import Libsql from "libsql";
import { prepareFiles } from "../private-files";
import { withStatementCache } from "./statement-cache";

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

/** A database file in a folder. A committed write survives a crash of the machine: WAL with synchronous=FULL. */
export const sqliteIn = (dataDir: string, name?: string): Dialect =>
  new ImmediateSqliteDialect({ database: openFile(dataDir, name) });

function openFile(dataDir: string, name?: string): SqliteDatabase {
  try {
    const file = new Libsql(prepareFiles(dataDir, name), { timeout: BUSY_TIMEOUT_MS });
    file.exec("pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on");
    return withStatementCache(file);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The payments API cannot keep its data in ${dataDir}: ${reason}`, { cause });
  }
}
