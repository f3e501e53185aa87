import { expect, it } from "vitest";
import { captured, moved } from "../books";
import { DAY, HOUR, Trial } from "../provider-under-test";
import { payPalUnderTest } from "./paypal-under-test";

const SEARCH = "/v1/reporting/transactions";

/** As many payments more, a second apart, the newest now. */
const more = (trial: Trial, many: number) =>
  trial.standIn.books.run(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
    insert into things select kind, 'CAPTURE' || i, json_set(json, '$.id', 'CAPTURE' || i,
      '$.create_time', strftime('%Y-%m-%dT%H:%M:%SZ', json_extract(json, '$.create_time'), '-' || i || ' seconds'))
      from things, n where kind = 'capture'`,
    many,
  );

it("are read page by page, however many there are, each once", async () => {
  const trial = await Trial.start(payPalUnderTest);
  await captured(trial);
  more(trial, 1_200);
  const found = await moved(trial);
  expect([found.length, new Set(found.map(({ id }) => id)).size]).toEqual([1_201, 1_201]);
  expect(trial.requests(SEARCH)).toBe(3);
});

it("are searched in shorter times where PayPal finds too many, or the time is too long", async () => {
  const trial = await Trial.start(payPalUnderTest);
  await captured(trial);
  more(trial, 10_500);
  const found = await moved(trial, { from: trial.time - 40 * DAY, to: trial.time + HOUR });
  expect(new Set(found.map(({ id }) => id)).size).toBe(10_501);
});

it("are not known in the first hours, which is told", async () => {
  const trial = await Trial.start(payPalUnderTest);
  await captured(trial);
  const now = async () => {
    const { time } = trial;
    for await (const page of trial.driver.books?.movements({ from: time - DAY, to: time }, trial.call) ?? [])
      return page;
  };
  expect(await now()).toEqual([]);
  trial.time += trial.driver.books?.lagMs ?? 0;
  expect(await now()).toHaveLength(1);
});

it("cannot be read without the right to: that is no empty day", async () => {
  const trial = await Trial.start(payPalUnderTest);
  trial.standIn.books.run("update things set json = json_set(json, '$.until', 0) where kind = 'token'");
  const stranger = payPalUnderTest.driver(trial.standIn, "wrong_key");
  const read = async () => {
    for await (const page of stranger.books?.movements({ from: 0, to: DAY }, trial.call) ?? []) return page;
  };
  await expect(read()).rejects.toThrow();
});
