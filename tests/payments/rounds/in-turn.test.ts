import { expect, it } from "vitest";
import { syncOrder } from "../../../payments/orders/advance";
import { askUnrung } from "../../../payments/reconcile/ask-unrung";
import { inTurn } from "../../../payments/rounds";
import { tendEverything } from "../../../payments/tend-everything";
import { MINUTE, openShop, type Shop } from "../subscriptions/shop";

const going = () => ({ stopping: new AbortController().signal });

it("a piece that fails takes no other's turn away, and is told of at the end", async () => {
  const worked: number[] = [];
  const work = async (piece: number) => {
    worked.push(piece);
    if (piece < 3) throw new Error(`piece ${piece}`);
  };
  await expect(inTurn(going(), [1, 2, 3], work)).rejects.toThrow("piece 1");
  expect(worked).toEqual([1, 2, 3]);
});

it("a database that is away ends it at once", async () => {
  const worked: number[] = [];
  const away = Object.assign(new Error("no connection"), { code: "ECONNREFUSED" });
  const work = async (piece: number) => {
    worked.push(piece);
    throw away;
  };
  await expect(inTurn(going(), [1, 2, 3], work)).rejects.toBe(away);
  expect(worked).toEqual([1]);
});

it("a process that is to end finishes the piece in hand, and begins no other", async () => {
  const stop = new AbortController();
  const worked: number[] = [];
  await inTurn({ stopping: stop.signal }, [1, 2, 3], async (piece) => {
    worked.push(piece);
    if (piece === 2) stop.abort();
  });
  expect(worked).toEqual([1, 2]);
});

/** The shop with a provider more, which cannot be asked; a further attempt at the order is there. */
async function withBrokenProvider(shop: Shop, { orderId, attemptId }: { orderId: string; attemptId: string }) {
  const { db, drivers } = shop.context;
  const attempt = await db.selectFrom("attempts").selectAll().where("id", "=", attemptId).executeTakeFirstOrThrow();
  const there = { id: `${attemptId}_2`, provider: "ps", reference: `p_${attemptId}_2`, position: 2 } as const;
  await db
    .insertInto("attempts")
    .values({ ...attempt, ...there, state: "abandoned", session: `${attempt.session}_2` })
    .execute();
  const ask = () => Promise.reject(new Error(`${orderId} cannot be asked about`));
  const broken = { ...shop.provider.driver(), code: "ps", name: "Broken", ask } as const;
  return { ...shop.context, drivers: new Map([...drivers, ["ps", broken]]) };
}

it("what one provider says of an order counts where another one cannot be asked", async () => {
  const shop = await openShop();
  const sale = await shop.open();
  const context = await withBrokenProvider(shop, sale);
  shop.provider.pay(sale.attemptId);
  await expect(syncOrder(context, sale.orderId)).rejects.toThrow("cannot be asked about");
  await tendEverything(context);
  expect(await shop.subscription(sale)).toMatchObject({ state: "active" });
});

it("an order that cannot be advanced keeps no other from it", async () => {
  const shop = await openShop();
  const [stuck, other] = [await shop.open(), await shop.open()];
  const context = await withBrokenProvider(shop, stuck);
  shop.pass(31 * MINUTE);
  await expect(tendEverything(context)).rejects.toThrow(stuck.orderId);
  const stateOf = ({ orderId }: { orderId: string }) =>
    shop.context.db.selectFrom("orders").select("state").where("id", "=", orderId).executeTakeFirstOrThrow();
  expect(await stateOf(stuck)).toEqual({ state: "paying" });
  expect(await stateOf(other)).toEqual({ state: "expired" });
});

it("of what nobody rang for only as much is claimed as is asked about at once, and a round asks about many", async () => {
  const shop = await openShop();
  for (let sold = 0; sold < 12; sold++) await shop.open();
  shop.pass(2 * MINUTE);
  const { db, now, drivers } = shop.context;
  const claimed: number[] = [];
  const so = drivers.get("so");
  if (!so) throw new Error("There is no provider.");
  const ask: typeof so.ask = async (...about) => {
    const rows = await db
      .selectFrom("attempts")
      .select("id")
      .where("next_ask_at", "=", now() + MINUTE)
      .execute();
    claimed.push(rows.length);
    return so.ask(...about);
  };
  await askUnrung({ ...shop.context, drivers: new Map([["so", { ...so, ask }]]) }, "so");
  expect(claimed).toHaveLength(12);
  expect(Math.max(...claimed)).toBeLessThanOrEqual(5);
  expect(await db.selectFrom("attempts").select("id").where("next_ask_at", "<=", now()).execute()).toEqual([]);
});
