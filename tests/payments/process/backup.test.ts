import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { secretsIn } from "../../../payments/secrets";
import { backUp } from "../../../payments/store/backup";
import { type Db, openDatabase } from "../../../payments/store/database";
import { temporaryFolder } from "../../setup/temporary-folder";

async function opened(folder: string): Promise<Db> {
  const db = await openDatabase(folder);
  onTestFinished(() => db.destroy());
  return db;
}

const note = (db: Db, name: string) => db.insertInto("settings").values({ name, value: "x" }).execute();
const notes = async (db: Db) =>
  (await db.selectFrom("settings").select("name").orderBy("name").execute()).map(({ name }) => name);

it("a backup that was made while orders are written is a data folder that can be started with", async () => {
  const dataDir = temporaryFolder("payments");
  const db = await opened(dataDir);
  const secrets = secretsIn(dataDir);
  await note(db, "before");
  const folder = join(temporaryFolder("backup"), "today");
  backUp(dataDir, folder);
  await note(db, "later");
  expect(await notes(db)).toEqual(["before", "later"]);
  expect(secretsIn(folder)).toEqual(secrets);
  expect(readdirSync(folder).map((name) => (statSync(join(folder, name)).mode & 0o777).toString(8))).not.toContain(
    "644",
  );
  const restored = await opened(folder);
  expect(await notes(restored)).toEqual(["before"]);
  await note(restored, "after");
});

it("a backup never takes the place of another", async () => {
  const dataDir = temporaryFolder("payments");
  await note(await opened(dataDir), "one");
  const folder = join(temporaryFolder("backup"), "today");
  backUp(dataDir, folder);
  const before = readFileSync(join(folder, "payments.db"));
  expect(() => backUp(dataDir, folder)).toThrow("EEXIST");
  expect(readFileSync(join(folder, "payments.db"))).toEqual(before);
});

it("where there is no database, the variable is named that says where it is", () => {
  const folder = join(temporaryFolder("backup"), "today");
  expect(() => backUp(temporaryFolder("payments"), folder)).toThrow("PAYMENTS_DATA_DIR");
});
