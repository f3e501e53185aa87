import { describe, expect, it } from "vitest";
import { formatDay } from "~/i18n/dates";
import { invoiceList } from "~/upstream/contract/invoices";
import { subscriptionChange } from "~/upstream/contract/subscriptions";
import { ask } from "../../../tools/contract/client";
import { refused } from "../../../tools/contract/purchases";
import { chargesOf, order, result, setUp } from "../buyer";
import { mailTo } from "../paid";
import { runningSandbox } from "../running-sandbox";
import { change, changing, control, only, subscriber } from "../subscriber";

/** A sandbox whose clock stands where it is set. */
async function sandboxAt(moment: string) {
  let at = Date.parse(moment);
  const target = await runningSandbox({ now: () => at });
  const setClock = (then: string | number) => {
    at = typeof then === "string" ? Date.parse(then) : then;
  };
  return { target, setClock };
}

const GERMAN = { country_code: "DE", currency: "EUR" };

describe("in Los Angeles", () => {
  it("what was agreed for the 27th is charged when it is the 27th there, and cancelling counts to the end of the 26th", async () => {
    // 22:00 on October 26; in New York it is the 27th already.
    const { target, setClock } = await sandboxAt("2026-10-27T05:00:00Z");
    const owner = await subscriber(target, { time_zone: "America/Los_Angeles" });
    const { renewal } = await result(target, owner);
    expect(renewal?.day).toBe("2026-11-27");
    // 21:59 on the 26th, as late as the time of the day at which it was bought.
    setClock("2026-11-27T05:59:59Z");
    expect([(await only(target, owner)).state, await chargesOf(target, owner.email)]).toEqual(["active", ["kept"]]);
    // The last second of the 26th in Honolulu: cancelling still counts.
    setClock("2026-11-27T09:59:59Z");
    expect((await change(target, owner, "cancel")).subscription).toMatchObject({
      state: "ending",
      ends_day: "2026-11-26",
    });
    setClock("2026-12-01T00:00:00Z");
    expect((await only(target, owner)).state).toBe("ended");
  });

  it("and so the renewals after that", async () => {
    const { target, setClock } = await sandboxAt("2026-10-27T05:00:00Z");
    const owner = await subscriber(target);
    setClock("2026-11-27T10:00:00Z");
    const told = await only(target, owner);
    expect(told).toMatchObject({ is_trial: false, renewal: { day: "2026-12-27" } });
    const { invoices } = await ask(target, invoiceList, { body: owner.receipts });
    expect(invoices.map(({ issued_day }) => issued_day)).toEqual(["2026-11-27", "2026-10-27"]);
  });
});

describe("in Berlin", () => {
  it("bought at 00:34, it is dated the day that it is there, on the receipt and in its mail", async () => {
    const { target } = await sandboxAt("2026-11-23T23:34:00Z");
    const owner = await subscriber(target, { ...GERMAN, language: "en" });
    const { invoices } = await ask(target, invoiceList, { body: owner.receipts });
    expect(invoices).toMatchObject([{ issued_day: "2026-11-24", renewal: { day: "2026-12-24" } }]);
    expect(await only(target, owner)).toMatchObject({ bought_day: "2026-11-24", withdraw_day: "2026-12-08" });
    const [receipt] = await mailTo(target, owner.email);
    expect(receipt?.text).toContain(formatDay("en", "2026-11-24"));
    expect(receipt?.text).not.toContain(formatDay("en", "2026-11-23"));
  });

  it("a withdrawal is taken to the last second of the last day, and then no more", async () => {
    const { target, setClock } = await sandboxAt("2026-11-09T10:00:00Z");
    const owner = await subscriber(target, GERMAN);
    expect((await only(target, owner)).withdraw_day).toBe("2026-11-23");
    setClock("2026-11-23T22:59:59.999Z");
    expect(await only(target, owner)).toMatchObject({
      withdraw_day: "2026-11-23",
      withdraw_until: "2026-11-23T23:00:00.000Z",
    });
    setClock("2026-11-23T23:00:00Z");
    // Then only the brand's guarantee gives the money back, from the day of the purchase on.
    expect(await only(target, owner)).toMatchObject({ withdraw_voluntary: true, withdraw_day: "2026-12-09" });
    setClock("2026-12-09T23:00:00Z");
    await refused(target, { endpoint: subscriptionChange, sent: changing(owner, "withdraw") }, 409, "withdrawal_over");
    setClock("2026-11-23T22:59:59.999Z");
    expect((await change(target, owner, "withdraw")).subscription.state).toBe("withdrawn");
  });

  it("it is taken on the next working day where the last one is a holiday or at a weekend", async () => {
    const { target, setClock } = await sandboxAt("2026-12-11T10:00:00Z");
    const owner = await subscriber(target, GERMAN);
    setClock("2026-12-28T22:59:59Z");
    expect((await change(target, owner, "withdraw")).subscription.state).toBe("withdrawn");
  });
});

it("the reminder names the day on which nothing was charged before", async () => {
  const { target } = await sandboxAt("2026-10-27T05:00:00Z");
  const owner = await subscriber(target);
  await control(target, owner.id, "announce");
  const [letter] = await mailTo(target, owner.email);
  expect(letter?.text).toContain(`On ${formatDay("en", "2026-11-27")}, we’ll charge $11.99`);
});

it("what never renews lasts to the end of the day that was told", async () => {
  const { target, setClock } = await sandboxAt("2026-10-27T05:00:00Z");
  await setUp(target, { monthly_renews: "off" });
  const owner = await subscriber(target);
  expect(await only(target, owner)).toMatchObject({ renews: false, ends_day: "2026-11-27" });
  setClock("2026-11-28T09:59:59Z");
  expect([(await only(target, owner)).state, (await result(target, owner)).vip?.remain_time]).toEqual(["ending", 1]);
  setClock("2026-11-28T10:00:00Z");
  expect((await only(target, owner)).state).toBe("ended");
});

it("a trial without a way to pay can be withdrawn from", async () => {
  const { target } = await sandboxAt("2026-11-09T10:00:00Z");
  await setUp(target, { trial: "free_without_card" });
  const given = await order(target, { plan_id: "weekly", amount: 0 });
  const { receipts } = await result(target, given);
  if (!receipts) throw new Error("nothing due is a success at once");
  const told = await only(target, { receipts });
  expect(told).toMatchObject({ is_trial: true, renews: false, withdraw_day: "2026-12-09", ends_day: "2026-11-12" });
  const owner = { ...given, receipts, id: told.subscription_id };
  expect((await change(target, owner, "withdraw")).subscription.state).toBe("withdrawn");
  const [letter] = await mailTo(target, given.email);
  expect(letter?.text).toMatch(/Your plan has ended\. You weren’t charged\./);
});

it("a time zone that nobody knows counts for nothing", async () => {
  const { target } = await sandboxAt("2026-11-09T23:30:00Z");
  const owner = await subscriber(target, { time_zone: "Mars/Olympus" });
  expect((await only(target, owner)).bought_day).toBe("2026-11-09");
});
