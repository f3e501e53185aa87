import { join } from "node:path";
import Libsql from "libsql";
import { expect, it } from "vitest";
import { countBooks } from "../../tools/rig/books";
import { newScore } from "../../tools/rig/score";
import { temporaryFolder } from "../sandbox/running-sandbox";

/** The few columns that the rig's queries read; `paid` is how many charges of an order were kept. */
async function booksWith(orders: readonly { email: string; paid: number; granted: number }[]): Promise<string> {
  const folder = await temporaryFolder();
  const file = new Libsql(join(folder, "sandbox.db"));
  file.exec(`create table orders (id text, email text, plan_id text);
    create table captures (order_id text, state text);
    create table grants (order_id text)`);
  orders.forEach(({ email, paid, granted }, id) => {
    file.prepare("insert into orders values (?, ?, 'monthly')").run(String(id), email);
    file.prepare("insert into captures values (?, 'refunded')").run(String(id));
    for (let at = 0; at < paid; at += 1) file.prepare("insert into captures values (?, 'kept')").run(String(id));
    for (let at = 0; at < granted; at += 1) file.prepare("insert into grants values (?)").run(String(id));
  });
  file.close();
  return folder;
}

it("doubled charges are counted over all orders of one wish, and orders that were paid in vain or never charged as lost", async () => {
  const folder = await booksWith([
    { email: "good@example.com", paid: 1, granted: 1 },
    { email: "left@example.com", paid: 0, granted: 0 },
    { email: "two-orders@example.com", paid: 1, granted: 1 },
    { email: "two-orders@example.com", paid: 1, granted: 1 },
    { email: "in-vain@example.com", paid: 1, granted: 0 },
  ]);
  const score = newScore("kills");
  countBooks(score, folder, ["good@example.com", "left@example.com"]);
  expect(score).toMatchObject({ orders: 5, doubled: 1, lost: 2 });
});
