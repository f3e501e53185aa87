import { expect, it } from "vitest";
import { captured, moved } from "../books";
import { HOUR, Trial } from "../provider-under-test";
import { stripeUnderTest } from "./stripe-under-test";

it("are read page by page, however many there are, each once", async () => {
  const trial = await Trial.start(stripeUnderTest);
  const { captureId } = await captured(trial);
  trial.standIn.books.run(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 250)
    insert into objects select kind || i, kind, owner, created - i, json_set(json, '$.id', kind || i, '$.source', 'charge' || i,
      '$.created', created - i) from objects, n where kind in ('charge', 'balance_transaction')`);
  const found = await moved(trial);
  expect(new Set(found.map(({ id }) => id))).toEqual(
    new Set([captureId, ...Array.from({ length: 250 }, (_, i) => `charge${i + 1}`)]),
  );
  expect(found).toHaveLength(251);
  expect(trial.requests("/v1/balance_transactions")).toBe(3);
});

it("leave out what moves no buyer's money, and what is still on its way", async () => {
  const trial = await Trial.start(stripeUnderTest);
  await captured(trial);
  const { books } = trial.standIn;
  books.run(`insert into objects select 'txn_payout', kind, owner, created, json_set(json, '$.id', 'txn_payout', '$.type', 'payout',
    '$.reporting_category', 'payout', '$.source', 'po_1') from objects where kind = 'balance_transaction'`);
  books.run("update objects set json = json_set(json, '$.captured', json('false')) where kind = 'charge'");
  expect(await moved(trial)).toEqual([]);
});

it("say that a refund and a payment have failed after all", async () => {
  const trial = await Trial.start(stripeUnderTest);
  const { captureId, paid } = await captured(trial);
  const { refundId } = await trial.driver.refund({ captureId, money: paid, key: "k", orderId: "o" }, trial.call);
  trial.time += HOUR;
  for (const kind of ["refund", "charge"])
    trial.standIn.books.run(
      `insert into objects select id || '_failed', kind, owner, created + 3600, json_set(json, '$.id', id || '_failed',
        '$.created', created + 3600, '$.reporting_category', ? || '_failure') from objects
        where kind = 'balance_transaction' and json_extract(json, '$.reporting_category') = ?`,
      kind,
      kind,
    );
  const undone = (await moved(trial)).filter(({ isUndone }) => isUndone);
  expect(undone.map(({ kind, id, money }) => ({ kind, id, money }))).toEqual(
    expect.arrayContaining([
      { kind: "refund", id: refundId, money: paid },
      { kind: "capture", id: captureId, money: paid },
    ]),
  );
  expect(undone).toHaveLength(2);
});
