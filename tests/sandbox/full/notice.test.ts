import { describe, expect, it } from "vitest";
import { formatDay, formatMoment } from "~/i18n/dates";
import { formatMoney } from "~/i18n/money";
import { whereabouts } from "~/upstream/contract/deadlines";
import { soPurchase } from "~/upstream/contract/purchase-calls";
import { unusedOf } from "../../../payments/subscriptions/notice/unused";
import type { Target } from "../../../tools/contract/client";
import { refused, withKey } from "../../../tools/contract/purchases";
import { formOf } from "../buyer";
import { mailTo } from "../paid";
import { runningSandbox } from "../running-sandbox";
import { change, control, mailsTo, only, recordsOf, remaining, subscriber } from "../subscriber";

const BERLIN = whereabouts("DE");

describe("what is paid back of a year that was paid ahead", () => {
  const year = {
    amount: 46.99,
    currency: "EUR",
    starts_at: Date.parse("2027-11-24T11:00:00Z"),
    ends_at: Date.parse("2028-11-24T11:00:00Z"),
  };

  it.each([
    ["all of it before its first day", "2027-11-23T23:00:00Z", 46.99],
    ["all but one of 366 days after its first one", "2027-11-24T23:00:00Z", 46.87],
    ["half of it, to the cent, in its middle", "2028-05-24T22:00:00Z", 23.5],
    ["one day's worth before its last one", "2028-11-22T23:00:00Z", 0.13],
    ["nothing after its last whole day", "2028-11-23T23:00:00Z", 0],
    ["nothing when it is over", "2029-01-01T00:00:00Z", 0],
    ["never more than was paid", "2026-01-01T00:00:00Z", 46.99],
  ])("is %s", (_, until, refund) => {
    expect(unusedOf(year, Date.parse(until), BERLIN)).toBe(refund);
  });

  it.each([
    ["JPY", "JP", 7200, 7181],
    ["KWD", "KW", 14.4, 14.361],
  ])("is rounded up to what %s has", (currency, country, amount, refund) => {
    const until = Date.parse("2027-11-25T00:00:00Z");
    expect(unusedOf({ ...year, currency, amount }, until, whereabouts(country))).toBe(refund);
  });
});

/** A sandbox whose clock stands where it is set, at first at noon in Berlin. */
async function standing() {
  let at = Date.parse("2026-11-24T11:00:00Z");
  const target = await runningSandbox({ now: () => at });
  const setClock = (then: string) => {
    at = Date.parse(then);
  };
  return { target, setClock, now: () => at };
}

const TEXT_HASH = "0".repeat(64);

/** A German who has bought by the year. @param agreed what the site adds to the renewal that the sandbox sells */
async function german(target: Target, agreed: object, changes: object = {}) {
  const form = await formOf(target, {
    plan_id: "yearly",
    country_code: "DE",
    amount: 46.99,
    currency: "EUR",
    ...changes,
  });
  const other = { sale: "once", length: { interval: "day", interval_count: 9 }, text_hash: TEXT_HASH };
  const { agreement } = await refused(
    target,
    { endpoint: soPurchase, sent: withKey({ ...form, agreement: other }) },
    409,
    "price_changed",
  );
  const renewal = { ...agreement?.renewal, ...agreed };
  return subscriber(target, { ...form, agreement: { ...agreement, renewal, text_hash: TEXT_HASH } });
}

const NOTICE = { months_notice: true };

/** A sandbox where a German's contract has renewed after its first year. */
async function renewed({ agreed = NOTICE, language = "en" }: { agreed?: object; language?: string } = {}) {
  const sandbox = await standing();
  const owner = await german(sandbox.target, agreed, { language });
  sandbox.setClock("2027-11-24T11:00:00Z");
  expect(await recordsOf(sandbox.target, owner.email)).toMatchObject([{ state: "active", period: 2 }]);
  return { ...sandbox, owner };
}

const REST = { amount: 40.83, currency: "EUR" };

describe("a contract that was agreed to end with a month's notice", () => {
  it("says so in the reminder of its first renewal, and of no later one", async () => {
    const { target, setClock } = await standing();
    const owner = await german(target, NOTICE);
    const notice = "How to cancel: From November 24, 2027, you can end your plan with a month’s notice";
    await control(target, owner.id, "announce");
    expect((await mailTo(target, owner.email))[0]?.text).toContain(notice);
    setClock("2027-11-24T11:00:00Z");
    await only(target, owner);
    await control(target, owner.id, "announce");
    const [later] = await mailTo(target, owner.email);
    expect(later?.text).toContain("On November 24, 2028, we’ll charge €46.99");
    expect(later?.text).not.toContain("How to cancel");
  });

  it("is held to its first period: it ends with what is paid, and nothing goes back", async () => {
    const { target, setClock } = await standing();
    const owner = await german(target, NOTICE);
    setClock("2027-03-01T12:00:00Z");
    expect((await only(target, owner)).cancellation).toEqual({
      ends_at: "2027-11-24T11:00:00.000Z",
      ends_day: "2027-11-23",
    });
    const { subscription } = await change(target, owner, "cancel");
    expect(subscription).toMatchObject({ state: "ending", ends_day: "2027-11-23" });
    expect(subscription.cancellation?.refund).toBeUndefined();
    expect(await mailsTo(target, owner, "Your subscription is canceled")).toBe(1);
  });

  it("ends a month after it is cancelled once it has renewed, and says before, then and by mail what goes back when", async () => {
    const { target, setClock, now, owner } = await renewed({ language: "de" });
    setClock("2027-12-11T12:00:00Z");
    const ending = { ends_at: "2028-01-10T23:00:00.000Z", ends_day: "2028-01-10", refund: REST };
    const told = await only(target, owner);
    expect(told).toMatchObject({ state: "active", renewal: { day: "2028-11-24" }, cancellation: ending });
    const { subscription } = await change(target, owner, "cancel");
    expect(subscription).toMatchObject({ state: "ending", ends_day: "2028-01-10", cancellation: ending });
    const [letter] = await mailTo(target, owner.email);
    for (const fact of [
      `Eingegangen: ${formatMoment("de", new Date(now()))}`,
      `Aktiv bis: ${formatDay("de", "2028-01-10")}`,
      `Erstattung: ${formatMoney("de", REST)}`,
      `Wenn dein Abo endet, erstatten wir dir ${formatMoney("de", REST)} über die ursprüngliche Zahlungsart.`,
    ])
      expect(letter?.text).toContain(fact);
    await change(target, owner, "cancel");
    expect(await mailsTo(target, owner, "Dein Abo ist gekündigt")).toBe(1);
  });

  it("gives the rest back when it ends, once, and the paid time is over then", async () => {
    const { target, setClock, owner } = await renewed();
    setClock("2027-12-11T12:00:00Z");
    await change(target, owner, "cancel");
    setClock("2028-01-10T22:59:59Z");
    expect((await recordsOf(target, owner.email))[0]).toMatchObject({ state: "ending", charges: [{ given_back: 0 }] });
    expect(await remaining(target, owner)).toBe(1);
    setClock("2028-01-10T23:00:00Z");
    const over = { state: "ended", charges: [{ amount: 46.99, given_back: 40.83, state: "kept" }] };
    expect((await recordsOf(target, owner.email))[0]).toMatchObject(over);
    expect(await remaining(target, owner)).toBe(0);
    setClock("2029-06-01T00:00:00Z");
    expect((await recordsOf(target, owner.email))[0]).toMatchObject(over);
    expect(await only(target, owner)).not.toHaveProperty("cancellation");
  });

  it("runs on to the end of what is paid when it is resumed, and renews", async () => {
    const { target, setClock, owner } = await renewed();
    setClock("2027-12-11T12:00:00Z");
    await change(target, owner, "cancel");
    setClock("2028-01-02T12:00:00Z");
    const { subscription } = await change(target, owner, "resume");
    expect(subscription).toMatchObject({ state: "active", ends_day: "2028-11-23", renewal: { day: "2028-11-24" } });
    setClock("2028-11-24T11:00:00Z");
    expect((await recordsOf(target, owner.email))[0]).toMatchObject({
      state: "active",
      charges: [
        { period: 2, given_back: 0 },
        { period: 3, given_back: 0 },
      ],
    });
    expect(await remaining(target, owner)).toBe(365 * 86_400);
  });

  it("ends with what is paid where that is sooner", async () => {
    const { target, setClock, owner } = await renewed();
    setClock("2028-10-30T12:00:00Z");
    expect((await only(target, owner)).cancellation).toEqual({
      ends_at: "2028-11-24T11:00:00.000Z",
      ends_day: "2028-11-23",
    });
  });

  it("that was renewed before its first period was over ends with that, and the whole renewal goes back", async () => {
    const { target, setClock } = await standing();
    const owner = await german(target, NOTICE);
    await control(target, owner.id, "renew");
    const { subscription } = await change(target, owner, "cancel");
    const refund = { amount: 46.99, currency: "EUR" };
    expect(subscription).toMatchObject({ ends_day: "2027-11-23", cancellation: { refund } });
    setClock("2027-11-24T11:00:00Z");
    expect((await recordsOf(target, owner.email))[0]).toMatchObject({
      state: "ended",
      charges: [{ state: "refunded" }],
    });
  });
});

it("a contract without such terms ends with what is paid, wherever its buyer is", async () => {
  const { target, setClock, owner } = await renewed({ agreed: {} });
  setClock("2027-12-11T12:00:00Z");
  const { subscription } = await change(target, owner, "cancel");
  expect(subscription).toMatchObject({ ends_day: "2028-11-23", cancellation: { ends_day: "2028-11-23" } });
  expect(subscription.cancellation?.refund).toBeUndefined();
});
