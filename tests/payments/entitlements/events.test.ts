import { describe, expect, it } from "vitest";
import { accountFor } from "../../../payments/accounts";
import { replayAccount } from "../../../payments/entitlements/replay";
import { paidUntil } from "../../../payments/orders/paid-time";
import { refundOrder } from "../../../payments/orders/refund";
import { renew } from "../../../payments/subscriptions/renew";
import { saleAt } from "../sale";
import { buy } from "./bought";
import { DAY_MS, emptyDatabase, World } from "./world";

const EMAIL = "buyer@example.com";

const world = async () => new World(await emptyDatabase());

/** Renews the subscription that an order bought. */
const renewalOf = async (there: World, orderId: string) =>
  there.within(async (tx) => {
    const row = await tx
      .selectFrom("subscriptions")
      .selectAll()
      .where("order_id", "=", orderId)
      .executeTakeFirstOrThrow();
    await renew(saleAt(tx, there.at), row);
  });

const untilOf = async ({ db }: World, email = EMAIL) => new Date(await paidUntil(db, email, null)).toISOString();

describe("the operator is told", () => {
  it("that an account is active, with what was bought and until when it is paid", async () => {
    const there = await world();
    const orderId = await there.within((tx) => buy(tx, { email: EMAIL, now: there.at }));
    const { user_id } = await there.within((tx) => accountFor(tx, { email: EMAIL, now: there.at }));
    await there.round();
    expect(there.operator.messages).toEqual([
      {
        id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
        type: "account.activated",
        timestamp: "2026-11-28T00:00:00.000Z",
        data: {
          account: { user_id, email: EMAIL },
          sequence: 1,
          paid_until: await untilOf(there),
          is_active: true,
          plan_id: "monthly",
          order_id: orderId,
        },
      },
    ]);
    expect(there.operator.mistakes).toEqual([]);
  });

  it("nothing in a round in which nothing happened", async () => {
    const there = await world();
    await there.within((tx) => buy(tx, { email: EMAIL, now: there.at }));
    for (let round = 0; round < 3; round++) await there.round();
    expect(there.types).toEqual(["account.activated"]);
  });

  it("that more was bought, and in the end that the time is over, once", async () => {
    const there = await world();
    await there.within((tx) => buy(tx, { email: EMAIL, now: there.at }));
    await there.round();
    await there.within((tx) => buy(tx, { email: EMAIL, planId: "yearly", now: there.at }));
    await there.round();
    expect(there.operator.messages.at(-1)?.data.paid_until).toBe(await untilOf(there));
    there.at = Date.parse(await untilOf(there)) - 1;
    await there.round();
    expect(there.types).toEqual(["account.activated", "account.extended"]);
    there.at += 1;
    await there.round();
    await there.round();
    expect(there.types).toEqual(["account.activated", "account.extended", "account.ended"]);
  });

  it("of each renewal, and of no end while one is expected for a day", async () => {
    const there = await world();
    const orderId = await there.within((tx) => buy(tx, { email: EMAIL, renews: true, now: there.at }));
    await there.round();
    there.at = Date.parse(await untilOf(there)) + 3_600_000;
    await there.round();
    expect(there.types).toEqual(["account.activated"]);
    await renewalOf(there, orderId);
    await there.round();
    expect(there.types).toEqual(["account.activated", "account.extended"]);
    expect(there.operator.messages.at(-1)?.data.paid_until).toBe(await untilOf(there));
  });

  it("of the end a day late where a renewal never came, at once where it failed", async () => {
    const there = await world();
    await there.within((tx) => buy(tx, { email: EMAIL, renews: true, now: there.at }));
    const other = await there.within((tx) => buy(tx, { email: "other@example.com", renews: true, now: there.at }));
    await there.round();
    await there.db.updateTable("subscriptions").set({ state: "past_due" }).where("order_id", "=", other).execute();
    there.at = Date.parse(await untilOf(there));
    await there.round();
    expect(there.operator.messages.at(-1)).toMatchObject({ type: "account.ended", data: { order_id: other } });
    there.at += DAY_MS;
    await there.round();
    expect(there.types.slice(2)).toEqual(["account.ended", "account.ended"]);
  });

  it("that money went back: with what is left, and as an end where nothing is", async () => {
    const there = await world();
    const first = await there.within((tx) => buy(tx, { email: EMAIL, now: there.at }));
    const second = await there.within((tx) => buy(tx, { email: EMAIL, planId: "yearly", now: there.at }));
    await there.round();
    await there.within((tx) => refundOrder(saleAt(tx, there.at), second));
    await there.round();
    expect(there.operator.messages.at(-1)).toMatchObject({
      type: "account.refunded",
      data: { paid_until: await untilOf(there), is_active: true, order_id: second },
    });
    there.at += DAY_MS;
    await there.within((tx) => refundOrder(saleAt(tx, there.at), first));
    await there.round();
    expect(there.types).toEqual(["account.activated", "account.refunded", "account.refunded", "account.ended"]);
    const over = { is_active: false, order_id: first, paid_until: new Date(there.at).toISOString() };
    expect(there.operator.messages.slice(-2).map(({ data }) => data)).toMatchObject([over, over]);
  });

  it("the same end again, however much later an account is asked to be told whose money went back", async () => {
    const there = await world();
    const order = await there.within((tx) => buy(tx, { email: EMAIL, now: there.at }));
    await there.round();
    await there.within((tx) => refundOrder(saleAt(tx, there.at), order));
    await there.round();
    const { account, paid_until } = there.operator.messages.at(-1)?.data ?? {};
    there.at += 9 * DAY_MS;
    await there.within((tx) => replayAccount(tx, account?.user_id ?? 0, there.at));
    await there.round();
    expect(there.operator.messages.at(-1)).toMatchObject({ type: "account.ended", data: { sequence: 4, paid_until } });
    expect(paid_until).toBe("2026-11-28T00:00:00.000Z");
  });

  it("of the account that the app's user has, and of every account of one mailbox", async () => {
    const there = await world();
    await there.within((tx) => buy(tx, { email: "one@gmail.com", now: there.at }));
    await there.round();
    await there.within((tx) => buy(tx, { email: "o.n.e@gmail.com", userId: 4242, now: there.at }));
    await there.round();
    const told = there.operator.messages.map(({ type, data }) => `${type} ${data.account.email}`);
    expect(told.toSorted()).toEqual([
      "account.activated o.n.e@gmail.com",
      "account.activated o.n.e@gmail.com",
      "account.activated one@gmail.com",
      "account.extended one@gmail.com",
    ]);
    expect(there.operator.accounts.get(4242)).toMatchObject({ is_active: true, sequence: 1 });
  });

  it("of all that is paid already, when the address is set later; of nothing that was over by then", async () => {
    const there = await world();
    await there.within((tx) => buy(tx, { email: "over@example.com", now: there.at }));
    there.at += 40 * DAY_MS;
    await there.within((tx) => buy(tx, { email: EMAIL, now: there.at }));
    await there.round();
    expect(there.operator.messages.map(({ data }) => data.account.email)).toEqual([EMAIL]);
  });
});
