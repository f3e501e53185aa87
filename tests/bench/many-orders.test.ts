import { expect, it } from "vitest";
import { fillOrders } from "../../tools/bench/doubles/many-orders";
import { historiesOf, result } from "../sandbox/buyer";
import { paid } from "../sandbox/paid";
import { runningSandbox } from "../sandbox/running-sandbox";
import { openDatabaseOf } from "../sandbox/shared-database";

it("copies of an order are paid orders of other buyers, and the sandbox goes on selling", async () => {
  const target = await runningSandbox();
  const { email } = await paid(target);
  const db = await openDatabaseOf(target.dataDir);
  const { id } = await db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
  await fillOrders(db, [id], { from: 0, to: 30 });
  await db.destroy();
  const paidFor = [{ state: "done", charges: [{ state: "kept" }], grants: [{ ends_at: expect.any(Number) }] }];
  expect(await historiesOf(target, `1-${email}`)).toMatchObject(paidFor);
  expect(await historiesOf(target, `30-${email}`)).toMatchObject(paidFor);
  expect(await historiesOf(target, `31-${email}`)).toEqual([]);
  expect(await result(target, await paid(target))).toMatchObject({ status: "success" });
});
