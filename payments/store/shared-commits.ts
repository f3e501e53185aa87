import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from "kysely";

/** So many members a group has at most, whose transactions follow one another without a pause. */
const MOST_TOGETHER = 32;

/** All have one name: only the last is ever gone back to. */
const SAVEPOINT = CompiledQuery.raw("savepoint member");
const BACK_TO_SAVEPOINT = CompiledQuery.raw("rollback to savepoint member");

/** Transactions that are committed together. */
class Group {
  /** How many have done their work and wait for the commit. */
  members = 0;
  #end: (failure?: { error: unknown }) => void = () => {};
  /** Rejected where the commit fails. */
  readonly commit = new Promise<void>((resolve, reject) => {
    this.#end = (failure) => (failure ? reject(failure.error) : resolve());
  });

  constructor(readonly connection: DatabaseConnection) {
    // It may fail before anybody waits for it.
    this.commit.catch(() => {});
  }

  end(failure?: { error: unknown }): void {
    this.#end(failure);
  }
}

/** What Kysely takes for a connection: the group's within a transaction, and outside of one whatever fits the statement. */
class Lane implements DatabaseConnection {
  /** While its transaction runs. */
  group: Group | undefined;
  /** Lets the next transaction in. */
  leave = () => {};
  /** PostgreSQL would take a commit after that for a rollback, of all members, and say nothing. */
  hasFailed = false;

  constructor(private readonly runAlone: <R>(query: CompiledQuery) => Promise<QueryResult<R>>) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.group === undefined) return this.runAlone(query);
    try {
      return await this.group.connection.executeQuery<R>(query);
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("This database is not read in pieces");
  }
}

/**
 * Transactions run one after the other, and those that come together share a commit: a disk takes longest for it, and the other processes on
 * the database wait. Each is answered only once it is committed, and seen by nobody else before. One that fails goes back to where it began,
 * and the others stand; a commit that fails has failed for all.
 */
export class SharedCommits implements Driver {
  #turn: Promise<void> = Promise.resolve();
  /** How many have ever asked for one. */
  #asked = 0;
  /** That no group could be opened concerns all who waited for it, up to that number: each would wait as long for the same. */
  #unopened: { upTo: number; error: unknown } | undefined;
  #group: Group | undefined;

  /** @param aloneIn who runs a statement outside any transaction; undefined: it is a transaction by itself */
  constructor(
    private readonly inner: Driver,
    private readonly aloneIn: (query: CompiledQuery) => Driver | undefined,
  ) {}

  init(): Promise<void> {
    return this.inner.init();
  }

  async acquireConnection(): Promise<Lane> {
    return new Lane((query) => this.#runAlone(query));
  }

  async releaseConnection(): Promise<void> {}

  destroy(): Promise<void> {
    return this.inner.destroy();
  }

  async beginTransaction(lane: Lane, settings: TransactionSettings = {}): Promise<void> {
    this.#asked += 1;
    const number = this.#asked;
    const leave = await this.#takeTurn();
    try {
      if (this.#unopened && number <= this.#unopened.upTo) throw this.#unopened.error;
      if (this.#group && this.#group.members >= MOST_TOGETHER) await this.#commit(this.#group);
      this.#group = this.#group ? await this.#joined(this.#group) : await this.#opened(settings);
    } catch (error) {
      leave();
      throw error;
    }
    Object.assign(lane, { group: this.#group, leave, hasFailed: false });
  }

  async commitTransaction(lane: Lane): Promise<void> {
    const { group, leave, hasFailed } = lane;
    if (group === undefined) throw new Error("There is no transaction to commit");
    if (hasFailed) throw new Error("A statement of this transaction failed");
    lane.group = undefined;
    group.members += 1;
    if (group.members === 1) setImmediate(() => void this.#commitInTurn(group));
    leave();
    await group.commit;
  }

  async rollbackTransaction(lane: Lane): Promise<void> {
    const { group, leave } = lane;
    // Its commit has failed, and it is gone.
    if (group === undefined) return;
    lane.group = undefined;
    try {
      if (group.members === 0) await this.#giveUp(group, new Error("The transaction was rolled back"));
      else await group.connection.executeQuery(BACK_TO_SAVEPOINT).catch((error: unknown) => this.#giveUp(group, error));
    } finally {
      leave();
    }
  }

  /** @returns what ends the turn */
  async #takeTurn(): Promise<() => void> {
    const before = this.#turn;
    let leave = () => {};
    this.#turn = new Promise((resolve) => {
      leave = resolve;
    });
    await before;
    return leave;
  }

  async #opened(settings: TransactionSettings): Promise<Group> {
    try {
      const group = new Group(await this.#begun(settings));
      this.#unopened = undefined;
      return group;
    } catch (error) {
      this.#unopened = { upTo: this.#asked, error };
      throw error;
    }
  }

  async #begun(settings: TransactionSettings): Promise<DatabaseConnection> {
    const connection = await this.inner.acquireConnection();
    try {
      await this.inner.beginTransaction(connection, settings);
      return connection;
    } catch (error) {
      await this.inner.releaseConnection(connection);
      throw error;
    }
  }

  async #joined(group: Group): Promise<Group> {
    try {
      await group.connection.executeQuery(SAVEPOINT);
      return group;
    } catch (error) {
      await this.#giveUp(group, error);
      throw error;
    }
  }

  /** Whoever has queued by now is a member, too. */
  async #commitInTurn(group: Group): Promise<void> {
    const leave = await this.#takeTurn();
    if (this.#group === group) await this.#commit(group);
    leave();
  }

  /** Its members are told how that went. */
  async #commit(group: Group): Promise<void> {
    try {
      await this.inner.commitTransaction(group.connection);
    } catch (error) {
      return this.#giveUp(group, error);
    }
    await this.#close(group);
    group.end();
  }

  /** Nothing of a group is kept. */
  async #giveUp(group: Group, error: unknown): Promise<void> {
    // The connection may be broken, or the database have rolled back by itself.
    await this.inner.rollbackTransaction(group.connection).catch(() => {});
    await this.#close(group);
    group.end({ error });
  }

  async #close(group: Group): Promise<void> {
    this.#group = undefined;
    await this.inner.releaseConnection(group.connection);
  }

  async #runAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const driver = this.aloneIn(query);
    if (driver === undefined) return this.#runInGroup(query);
    const connection = await driver.acquireConnection();
    try {
      return await connection.executeQuery<R>(query);
    } finally {
      await driver.releaseConnection(connection);
    }
  }

  async #runInGroup<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const lane = await this.acquireConnection();
    await this.beginTransaction(lane);
    try {
      const result = await lane.executeQuery<R>(query);
      await this.commitTransaction(lane);
      return result;
    } catch (error) {
      await this.rollbackTransaction(lane);
      throw error;
    }
  }
}
