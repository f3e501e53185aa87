import { beforeEach, describe, expect, it } from "vitest";
import { replayAccount, replayEvent } from "../../../payments/entitlements/replay";
import { refundOrder } from "../../../payments/orders/refund";
import { saleAt } from "../sale";
import { buy } from "./bought";
import { DAY_MS, emptyDatabase, NEXT_SECRET, SECRET, World } from "./world";

const EMAIL = "buyer@example.com";
const OTHER = "other@example.com";

let there: World;
beforeEach(async () => {
  there = new World(await emptyDatabase());
});

const buys = (email: string) => there.within((tx) => buy(tx, { email, now: there.at }));

const states = async () =>
  (await there.db.selectFrom("entitlement_events").select("state").orderBy("sequence").execute()).map(
    ({ state }) => state,
  );

const told = () => there.operator.messages.map(({ type, data }) => `${type} ${data.account.email}`);

describe("an event that was not taken", () => {
  it.each(["does not answer", "fails", "redirects"] as const)("is sent again, where the operator %s", async (mood) => {
    await buys(EMAIL);
    there.moods = [mood, mood];
    await there.round();
    there.at += 4_999;
    await there.round();
    expect(there.calls).toBe(1);
    there.at += 1;
    await there.round();
    there.at += 10_000;
    await there.round();
    expect(there.calls).toBe(3);
    expect(there.types).toEqual(["account.activated"]);
  });

  it("lets the next one of its account wait, and no other account", async () => {
    await buys(EMAIL);
    there.moods = ["fails"];
    await there.round();
    await buys(EMAIL);
    await buys(OTHER);
    await there.round();
    expect(told()).toEqual([`account.activated ${OTHER}`]);
    there.at += 5_000;
    await there.round();
    expect(told().slice(1)).toEqual([`account.activated ${EMAIL}`, `account.extended ${EMAIL}`]);
    expect(there.operator.mistakes).toEqual([]);
  });

  it("is given up after three days, is logged as such, and can be sent again", async () => {
    await buys(EMAIL);
    const start = there.at;
    for (; (await states())[0] !== "failed" && there.at < start + 4 * DAY_MS; there.at += 60 * 60_000) {
      there.moods = ["does not answer"];
      await there.round();
    }
    expect((there.at - start) / DAY_MS).toBeCloseTo(3, 0);
    expect(there.calls).toBeGreaterThan(70);
    expect(there.logged.at(-1)).toBe("payments: an entitlement event was given up");
    const { id } = await there.db.selectFrom("entitlement_events").select("id").executeTakeFirstOrThrow();
    there.moods = [];
    await there.round();
    expect(there.types).toEqual([]);
    expect(await there.within((tx) => replayEvent(tx, id, there.at))).toBe(true);
    await there.round();
    expect(there.types).toEqual(["account.activated"]);
  });

  it("stops all others where the address is gone", async () => {
    await buys(EMAIL);
    await buys(OTHER);
    there.moods = ["is gone", "is gone"];
    expect(await there.round()).toBe(false);
    expect(await states()).toEqual(["waiting", "waiting"]);
  });

  it("ends the round, so that an operator who is down is not asked for each account", async () => {
    for (let buyer = 0; buyer < 20; buyer++) await buys(`buyer${buyer}@example.com`);
    there.moods = Array.from({ length: 20 }, () => "does not answer");
    await there.round();
    expect(there.calls).toBe(8);
  });
});

describe("an event whose answer was lost", () => {
  it("comes again as it was, after what it says is no longer so", async () => {
    const orderId = await buys(EMAIL);
    there.moods = ["loses the answer"];
    await there.round();
    await there.within((tx) => refundOrder(saleAt(tx, there.at), orderId));
    there.at += 5_000;
    await there.round();
    expect(there.calls).toBe(4);
    expect(there.types).toEqual(["account.activated", "account.refunded", "account.ended"]);
    expect(there.operator.mistakes).toEqual([]);
  });

  it("comes again when the process was killed before it had noted the answer", async () => {
    await buys(EMAIL);
    there.diesWithAnswer = true;
    await there.round();
    there.diesWithAnswer = false;
    expect(await states()).toEqual(["waiting"]);
    there.at += 59_999;
    await there.round();
    expect(there.calls).toBe(1);
    there.at += 1;
    await there.round();
    expect([there.calls, there.types, there.operator.mistakes]).toEqual([2, ["account.activated"], []]);
  });
});

describe("the signature", () => {
  it("is of all secrets, so that the operator may go over to the next one at any time", async () => {
    there.secrets = [NEXT_SECRET, SECRET];
    await buys(EMAIL);
    await there.round();
    there.operator.secret = NEXT_SECRET;
    await buys(OTHER);
    await there.round();
    expect(there.types).toHaveLength(2);
    expect(there.operator.mistakes).toEqual([]);
  });

  it("is not good for an operator with another secret", async () => {
    there.operator.secret = NEXT_SECRET;
    await buys(EMAIL);
    await there.round();
    expect(there.operator.mistakes).toEqual(["forged"]);
  });
});

describe("an account that is told again", () => {
  it("has a new event with how it stands at present", async () => {
    const orderId = await buys(EMAIL);
    await there.round();
    const { user_id } = await there.db.selectFrom("entitlement_accounts").select("user_id").executeTakeFirstOrThrow();
    await there.within((tx) => replayAccount(tx, user_id, there.at));
    await there.round();
    await there.within((tx) => refundOrder(saleAt(tx, there.at), orderId));
    await there.round();
    await there.within((tx) => replayAccount(tx, user_id, there.at));
    await there.round();
    expect(there.types).toEqual([
      ...["account.activated", "account.activated"],
      ...["account.refunded", "account.ended", "account.ended"],
    ]);
    expect(there.operator.mistakes).toEqual([]);
  });

  it("has none where it never had paid time", async () => {
    expect(await there.within((tx) => replayAccount(tx, 4711, there.at))).toBe(false);
    expect(await there.within((tx) => replayEvent(tx, "evt_unknown", there.at))).toBe(false);
  });
});
