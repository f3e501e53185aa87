import { expect, it } from "vitest";
import { profile } from "~/upstream/contract/visitor";
import { ask } from "../../tools/contract/client";
import { newKey, purchase, purchaseFields } from "../../tools/contract/purchases";
import { choose, historiesOf, order, result } from "./buyer";
import { runningSandbox, temporaryFolder } from "./running-sandbox";

it("a pending payment that comes through while the sandbox is down is settled when it is back", async () => {
  const dataDir = await temporaryFolder();
  const before = await runningSandbox({ dataDir });
  const ordered = await order(before);
  await choose(ordered.page, "pending", { seconds: "30" });
  await before.sandbox.close();
  const after = await runningSandbox({ dataDir });
  expect(await result(after, ordered)).toMatchObject({ status: "pending" });
  after.pass(30);
  expect(await result(after, ordered)).toMatchObject({ status: "success" });
});

it("orders nobody asks about are settled, too", async () => {
  const target = await runningSandbox();
  const ordered = await order(target);
  await choose(ordered.page, "pending", { seconds: "30" });
  target.pass(30);
  const [history] = await historiesOf(target, ordered.email);
  expect(history).toMatchObject({ state: "done", charges: [{ state: "kept" }] });
});

it("a purchase repeated after a restart is the same order, on the page's new address", async () => {
  const dataDir = await temporaryFolder();
  const before = await runningSandbox({ dataDir });
  const fields = await purchaseFields(before);
  const key = newKey();
  const first = await purchase(before, fields, key);
  await before.sandbox.close();
  const after = await runningSandbox({ dataDir });
  const again = await purchase(after, fields, key);
  expect(again.order_id).toBe(first.order_id);
  expect(again.web_url).toBe(first.web_url?.replace(before.base, after.base));
});

it("a signed link's token is good after a restart", async () => {
  const dataDir = await temporaryFolder();
  const before = await runningSandbox({ dataDir });
  const token = new URL(before.sandbox.signedLink("/")).searchParams.get("token");
  await before.sandbox.close();
  const after = await runningSandbox({ dataDir });
  expect(await ask(after, profile, { headers: { Authorization: `Bearer ${token}` } })).toMatchObject({
    user_id: 100001,
  });
});
