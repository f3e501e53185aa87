import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../../payments/store/database";
import { SharedCommits } from "../../../payments/store/shared-commits";
import { temporaryFolder } from "../../sandbox/running-sandbox";

/** A database that only notes what it is told. */
function noted({ refuses = [] }: { refuses?: string[] } = {}) {
  const said: string[] = [];
  const say = (word: string) => {
    said.push(word);
    if (refuses.includes(word)) throw new Error(`no ${word}`);
  };
  const connection: DatabaseConnection = {
    executeQuery: async ({ sql }) => {
      say(sql);
      return { rows: [] };
    },
    streamQuery: () => {
      throw new Error("Nothing is streamed");
    },
  };
  const inner: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: async () => say("begin"),
    commitTransaction: async () => say("commit"),
    rollbackTransaction: async () => say("rollback"),
    releaseConnection: async () => {},
    destroy: async () => {},
  };
  const db = new Kysely<Record<never, never>>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new SharedCommits(inner, () => undefined),
      createIntrospector: (own) => new SqliteIntrospector(own),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  const run = (word: string) => db.transaction().execute((tx) => tx.executeQuery(CompiledQuery.raw(word)));
  return { db, said, run };
}

describe("transactions", () => {
  it("that come together run one after the other, and share a commit", async () => {
    const { said, run } = noted();
    await Promise.all([run("one"), run("two")]);
    expect(said).toEqual(["begin", "one", "savepoint member", "two", "commit"]);
    await run("three");
    expect(said.slice(5)).toEqual(["begin", "three", "commit"]);
  });

  it("go on without one that fails", async () => {
    const { said, run } = noted({ refuses: ["two"] });
    const ended = await Promise.allSettled([run("one"), run("two"), run("three")]);
    expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    const back = "rollback to savepoint member";
    expect(said).toEqual(["begin", "one", "savepoint member", "two", back, "savepoint member", "three", "commit"]);
  });

  it("have all failed where the commit fails, and the next one begins anew", async () => {
    const { said, run } = noted({ refuses: ["commit"] });
    const ended = await Promise.allSettled([run("one"), run("two")]);
    expect(ended).toMatchObject([{ reason: { message: "no commit" } }, { reason: { message: "no commit" } }]);
    expect(said.slice(-2)).toEqual(["commit", "rollback"]);
    await run("three").catch(() => {});
    expect(said.slice(6)).toEqual(["begin", "three", "commit", "rollback"]);
  });

  it("fail together where none can begin, and the next one tries anew", async () => {
    const { said, run } = noted({ refuses: ["begin"] });
    const ended = await Promise.allSettled([run("one"), run("two")]);
    expect(ended).toMatchObject([{ reason: { message: "no begin" } }, { reason: { message: "no begin" } }]);
    expect(said).toEqual(["begin"]);
    await expect(run("three")).rejects.toThrow("no begin");
    expect(said).toEqual(["begin", "begin"]);
  });

  it("are not committed after a statement that failed, whoever has caught its error", async () => {
    const { db, said } = noted({ refuses: ["one"] });
    const careless = db.transaction().execute((tx) => tx.executeQuery(CompiledQuery.raw("one")).catch(() => {}));
    await expect(careless).rejects.toThrow("A statement of this transaction failed");
    expect(said).toEqual(["begin", "one", "rollback"]);
  });

  it("have a statement outside of them as one of theirs", async () => {
    const { db, said, run } = noted();
    await Promise.all([run("one"), db.executeQuery(CompiledQuery.raw("alone"))]);
    expect(said).toEqual(["begin", "one", "savepoint member", "alone", "commit"]);
  });
});

it("what is not committed yet is seen by nobody else", async () => {
  const db = await openDatabase(await temporaryFolder());
  const values = { name: "hold_grants", value: "on" };
  const read = () => db.selectFrom("settings").select("value").where("name", "=", values.name).execute();
  await db.transaction().execute(async (tx) => {
    await tx.insertInto("settings").values(values).execute();
    expect(await read()).toEqual([]);
  });
  expect(await read()).toEqual([{ value: "on" }]);
  await db.destroy();
});
