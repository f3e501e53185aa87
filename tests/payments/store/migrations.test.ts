import { join } from "node:path";
import Libsql from "libsql";
import { expect, it } from "vitest";
import { openDatabase } from "../../../payments/store/database";
import { temporaryFolder } from "../../setup/temporary-folder";

it("migrations of a file take effect together, or none does", async () => {
  const folder = temporaryFolder("migrations");
  const file = new Libsql(join(folder, "payments.db"));
  // In the way of a migration that is not the first.
  file.exec("create table accounts (in_the_way text)");
  await expect(openDatabase(folder)).rejects.toThrow("accounts");
  expect(file.prepare("select name from sqlite_master where type = 'table' and name not like 'kysely%'").all()).toEqual(
    [{ name: "accounts" }],
  );
  file.exec("drop table accounts");
  file.close();
  await (await openDatabase(folder)).destroy();
});
