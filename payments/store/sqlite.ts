import {
  type BinaryOperationNode,
  ColumnNode,
  CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  type Dialect,
  type Driver,
  InsertQueryNode,
  ReferenceNode,
  SelectQueryNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  UpdateQueryNode,
  ValueNode,
} from "kysely";
import Libsql from "libsql";
import { prepareFiles } from "../private-files";
import { SharedCommits } from "./shared-commits";
import { withStatementCache } from "./statement-cache";

const BUSY_TIMEOUT_MS = 5000;

/** Every transaction takes the write lock at once, so what it read is still true when it writes. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

/** All migrations that are due are one transaction, as in PostgreSQL: a process that is killed meanwhile leaves none half done. */
class MigratingAtOnce extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** By which indexes have only what is to be done; each has few values. */
const INDEXED_BY: ReadonlySet<string> = new Set(["state", "rung", "seen_for_stores"]);

/**
 * Writes out what such a column is compared with. Where it is a parameter, SQLite has to know its value to choose an index, and prepares the
 * statement again each time that it is run.
 */
class StateCompiler extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, rightOperand } = node;
    const column = ReferenceNode.is(leftOperand) ? leftOperand.column : leftOperand;
    const isWrittenOut = ColumnNode.is(column) && INDEXED_BY.has(column.column.name) && ValueNode.is(rightOperand);
    super.visitBinaryOperation(
      isWrittenOut ? { ...node, rightOperand: ValueNode.createImmediate(rightOperand.value) } : node,
    );
  }
}

/** One connection writes, the other one reads what is committed. */
class TwoConnections extends SharedCommits {
  constructor(
    writer: Driver,
    private readonly reader: Driver,
  ) {
    super(writer, ({ query }) => {
      if (SelectQueryNode.is(query)) return reader;
      const isChange = InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query);
      // Some of all others can be in no transaction.
      return isChange ? undefined : writer;
    });
  }

  override async init(): Promise<void> {
    await super.init();
    await this.reader.init();
  }

  override async destroy(): Promise<void> {
    await this.reader.destroy();
    await super.destroy();
  }
}

/** A database file in a folder. A committed write survives a crash of the machine: WAL with synchronous=FULL. */
export function sqliteIn(dataDir: string, name?: string): Dialect {
  const [writer, reader] = openFile(dataDir, name);
  return {
    createAdapter: () => new MigratingAtOnce(),
    createDriver: () =>
      new TwoConnections(new ImmediateDriver({ database: writer }), new SqliteDriver({ database: reader })),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new StateCompiler(),
  };
}

function openFile(dataDir: string, name?: string): [SqliteDatabase, SqliteDatabase] {
  try {
    const file = prepareFiles(dataDir, name);
    return [connectionTo(file), connectionTo(file)];
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The payments API cannot keep its data in ${dataDir}: ${reason}`, { cause });
  }
}

function connectionTo(file: string): SqliteDatabase {
  const connection = new Libsql(file, { timeout: BUSY_TIMEOUT_MS });
  connection.exec("pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on");
  return withStatementCache(connection);
}
